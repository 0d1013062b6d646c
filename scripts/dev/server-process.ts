import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { DevEnvironment } from 'vite'
import type { FromServer, ToServer } from './protocol.ts'

const program = fileURLToPath(new URL('./server.ts', import.meta.url))

/** The maximum time for a server to end, in milliseconds. */
const PATIENCE_MS = 3_000

/** The length of the last output that is kept, in characters. */
const LAST_WORDS = 4_000

type Loaded = Extract<FromServer, { said: 'loaded' }>
type Started = Extract<FromServer, { said: 'serving' }>

/** One server process, as seen by the program. */
export class ServerProcess {
  /** Resolves when it has loaded the server's code; to undefined if it exited before. */
  readonly loaded: Promise<Loaded | undefined>
  /** Resolves when it serves; to undefined if it exited before. */
  readonly serving: Promise<Started | undefined>
  /** Resolves to its last output when it has exited. */
  readonly gone: Promise<string>
  readonly #child: ChildProcess

  /** @param modules the environment of Vite from which it requests modules of the web */
  constructor(env: NodeJS.ProcessEnv, modules: DevEnvironment) {
    const child = fork(program, {
      env,
      // If a debugger is attached, it is meant for the program only.
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    this.#child = child
    const loaded = Promise.withResolvers<Loaded | undefined>()
    const serving = Promise.withResolvers<Started | undefined>()
    child.on('message', async (message: FromServer) => {
      if (message.said === 'loaded') loaded.resolve(message)
      else if (message.said === 'serving') serving.resolve(message)
      else {
        const answer = await modules.hot.handleInvoke(message.payload)
        this.say({ do: 'answer', question: message.question, answer })
      }
    })
    let lastWords = ''
    child.stderr?.on('data', (bytes: Buffer) => {
      process.stderr.write(bytes)
      lastWords = (lastWords + bytes).slice(-LAST_WORDS)
    })
    this.gone = once(child, 'close').then(() => lastWords)
    void this.gone.then(() => {
      loaded.resolve(undefined)
      serving.resolve(undefined)
    })
    this.loaded = loaded.promise
    this.serving = serving.promise
  }

  say(message: ToServer): void {
    // A message to a process that exits meanwhile is not needed.
    if (this.#child.connected) this.#child.send(message, () => {})
  }

  /** Ends it after its pending work is done. */
  async end(): Promise<void> {
    this.say({ do: 'end' })
    const late = setTimeout(() => this.#child.kill('SIGKILL'), PATIENCE_MS)
    await this.gone
    clearTimeout(late)
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.gone
  }
}
