import type { DevEnvironment } from 'vite'
import type { ToServer } from './protocol.ts'
import { ServerProcess } from './server-process.ts'

/** What there is for whoever asks for something: a server, or what the last one said before it went. */
export type Serving = { kind: 'up'; address: URL } | { kind: 'down'; why: string }

export interface KeptServer {
  /** Resolves when the code as it is now serves, or is known not to. */
  current(): Promise<Serving>
  /** Has the server made anew. */
  restart(): void
  /** Says something to the one that serves. */
  say(message: ToServer): void
  close(): Promise<void>
}

/**
 * Keeps a server of the code as it is: one process serves, and the next one waits with its packages loaded. When the code
 * changes, the next one takes it in while the first one ends.
 * @param options.env of the server
 * @param options.database where the held database listens
 * @param options.modules where it asks for modules of the web
 * @param options.onUp called when one serves, with how long it took in milliseconds
 * @param options.onDown called when one has gone by itself, or could not start
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
    // Of several changes that come at once the last one counts.
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
