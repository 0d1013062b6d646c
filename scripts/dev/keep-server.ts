import type { DevEnvironment } from 'vite'
import type { ToServer } from './protocol.ts'
import { ServerProcess } from './server-process.ts'

/** The state for incoming requests: a running server, or the last output of the one that exited. */
export type Serving = { kind: 'up'; address: URL } | { kind: 'down'; why: string }

export interface KeptServer {
  /** Resolves once the current code is running, or is known to fail. */
  current(): Promise<Serving>
  /** Restarts the server. */
  restart(): void
  /** Sends a message to the running server. */
  say(message: ToServer): void
  close(): Promise<void>
}

/**
 * Keeps a server with the current code running: one process serves, and the next one waits with its packages loaded.
 * When the code changes, the next one loads it while the first one ends.
 * @param options.env the environment of the server
 * @param options.database the address of the database that this program runs
 * @param options.modules the environment of Vite from which the server requests modules of the web
 * @param options.onUp called when one serves, with the duration of its start in milliseconds
 * @param options.onDown called when one exited by itself or could not start
 */
export function keepServer(options: {
  env: NodeJS.ProcessEnv
  database: string | undefined
  modules: DevEnvironment
  onUp: (engineNote: string, ms: number) => void
  onDown: (why: string) => void
}): KeptServer {
  const spawn = () => new ServerProcess(options.env, options.modules)
  let spare = spawn()
  let server: ServerProcess | undefined
  let closing = false
  let restarts = 0
  let current: Promise<Serving> = Promise.resolve({ kind: 'down', why: '' })

  function down(why: string): Serving {
    if (!closing) options.onDown(why)
    return { kind: 'down', why }
  }

  async function replace(): Promise<Serving> {
    const begun = performance.now()
    const last = server
    const next = spare
    server = next
    next.say({ do: 'load' })
    await Promise.all([next.loaded, last?.end()])
    next.say({ do: 'start', database: options.database })
    const started = await next.serving
    if (closing) return { kind: 'down', why: '' }
    spare = spawn()
    if (!started) return down(await next.gone)
    void next.gone.then((why) => {
      if (server === next && !closing) current = Promise.resolve(down(why))
    })
    options.onUp(started.engineNote, performance.now() - begun)
    return { kind: 'up', address: new URL(started.address) }
  }

  function restart(): void {
    const number = ++restarts
    // Of several changes at the same time only the last one counts.
    current = current.then((before) => (number === restarts && !closing ? replace() : before))
  }

  restart()
  return {
    restart,
    async current() {
      for (;;) {
        const asked = current
        const serving = await asked
        if (asked === current) return serving
      }
    },
    say: (message) => server?.say(message),
    async close() {
      closing = true
      await Promise.all([server?.end(), spare.kill()])
    },
  }
}
