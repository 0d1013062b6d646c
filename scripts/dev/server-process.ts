import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { DevEnvironment } from 'vite'
import type { FromServer, ToServer } from './protocol.ts'

const program = fileURLToPath(new URL('./server.ts', import.meta.url))

/** How long a server may take to end, in milliseconds. */
const PATIENCE_MS = 3_000

/** So much of what it said last is kept, in characters. */
const LAST_WORDS = 4_000

type Loaded = Extract<FromServer, { said: 'loaded' }>
type Started = Extract<FromServer, { said: 'serving' }>

/** One process of the server, from the other side. */
export class ServerProcess {
  /** Resolves when it has the server's code; with undefined when it has gone before. */
  readonly loaded: Promise<Loaded | undefined>
  /** Resolves when it serves; with undefined when it has gone before. */
  readonly serving: Promise<Started | undefined>
  /** Resolves with what it said last, when it has gone. */
  readonly gone: Promise<string>
  readonly #child: ChildProcess

  /** @param modules where it asks for modules of the web */
  constructor(env: NodeJS.ProcessEnv, modules: DevEnvironment) {
    const child = fork(program, {
      env,
      // Where it is asked for by the debugger, only the program itself is meant.
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
    // What goes away in between has no need of it.
    if (this.#child.connected) this.#child.send(message, () => {})
  }

  /** Lets it finish what it has to. */
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
