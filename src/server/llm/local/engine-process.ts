import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { programUrl } from '../../base/files.ts'
import {
  type EngineQuestion,
  type EngineSettings,
  type FromEngine,
  fromEngineSchema,
  type ToEngine,
} from './engine-protocol.ts'

/** Of the process's own heap; weights and caches are not in it. */
const HEAP_MEGABYTES = 256

/** Milliseconds between checks of its memory. */
const WATCH_MS = 1_000

/** Milliseconds for loading: a large file from a slow disk. */
const LOADING_MS = 300_000

/** After a stop, milliseconds until the process is ended, whatever it works on. */
const STOPPING_MS = 20_000

const COMPLAINT_CHARACTERS = 2_000

/** The whole environment of the process. It contains no secret of the server. */
const environment = { MALLOC_ARENA_MAX: '2', NODE_LLAMA_CPP_SKIP_DOWNLOAD: 'true' }

export type EngineEvent = Exclude<FromEngine, { type: 'loaded' | 'unloadable' }>

/** Why a process is gone, for the log. */
export class EngineGone extends Error {
  override name = 'EngineGone'
}

interface Asked {
  id: number
  onEvent: (event: EngineEvent) => void
  onGone: (why: EngineGone) => void
}

/** A model that is loaded, in a process of its own, which answers one question at a time. */
export class EngineProcess {
  readonly #child: ChildProcess
  readonly #loaded = Promise.withResolvers<number>()
  readonly #ended = Promise.withResolvers<void>()
  readonly #watch: NodeJS.Timeout
  readonly #late: NodeJS.Timeout
  #complaint = ''
  #why: string | undefined
  #isGone = false
  #asked: Asked | undefined
  #ids = 0

  /** @param memoryBytes above which it is ended, where the system tells how much it has */
  constructor(settings: EngineSettings, memoryBytes: number) {
    const entry = fileURLToPath(programUrl('llm/local/engine-child'))
    this.#child = spawn(
      process.execPath,
      [`--max-old-space-size=${HEAP_MEGABYTES}`, entry, JSON.stringify(settings)],
      { env: environment, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] },
    )
    this.#loaded.promise.catch(() => {})
    this.#child.once('error', (error) => this.#onGone(error.message))
    this.#child.once('exit', (code, signal) => this.#onGone(signal ?? `code ${code}`))
    this.#child.on('message', (message) => this.#receive(message))
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#complaint = (this.#complaint + text).slice(-COMPLAINT_CHARACTERS)
    })
    this.#late = setTimeout(() => this.#endBecause('it took too long to load'), LOADING_MS).unref()
    this.#watch = setInterval(() => {
      if ((this.memory() ?? 0) > memoryBytes) this.#endBecause('it took more memory than it may')
    }, WATCH_MS).unref()
  }

  /** Resolves to the window in tokens. @throws {EngineGone} */
  get loaded(): Promise<number> {
    return this.#loaded.promise
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /** Or about to be. */
  get isGone(): boolean {
    return this.#isGone || this.#why !== undefined
  }

  /** In bytes, where the system tells it. */
  memory(): number | undefined {
    try {
      const status = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8')
      const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]
      return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
    } catch {
      return undefined
    }
  }

  /** The next question is asked after this one has ended. @returns what stops it */
  ask(question: EngineQuestion, handlers: Omit<Asked, 'id'>): () => void {
    this.#ids += 1
    const id = this.#ids
    this.#asked = { id, ...handlers }
    if (this.#isGone) this.#onGone('gone')
    else this.#send({ type: 'ask', id, question })
    return () => {
      if (this.#asked?.id !== id) return
      this.#send({ type: 'stop', id })
      const late = setTimeout(() => {
        if (this.#asked?.id === id) this.#endBecause('it did not stop')
      }, STOPPING_MS)
      late.unref()
    }
  }

  async end(): Promise<void> {
    this.#endBecause('it was ended')
    await this.#ended.promise
  }

  #send(message: ToEngine): void {
    // The end of the process is handled elsewhere.
    this.#child.send(message, () => {})
  }

  #receive(message: unknown): void {
    const parsed = fromEngineSchema.safeParse(message)
    if (!parsed.success) {
      this.#endBecause('it said what nobody understands')
      return
    }
    const event = parsed.data
    if (event.type === 'loaded') {
      clearTimeout(this.#late)
      this.#loaded.resolve(event.windowTokens)
      return
    }
    if (event.type === 'unloadable') {
      this.#why ??= event.message
      return
    }
    if (event.id !== this.#asked?.id) return
    const { onEvent } = this.#asked
    if (event.type === 'end' || event.type === 'failed') this.#asked = undefined
    onEvent(event)
  }

  #endBecause(why: string): void {
    this.#why ??= why
    this.#child.kill('SIGKILL')
  }

  #onGone(why: string): void {
    const gone = new EngineGone(`The engine ended: ${this.#why ?? `${why} ${this.#complaint}`.trim()}`)
    this.#isGone = true
    clearInterval(this.#watch)
    clearTimeout(this.#late)
    this.#loaded.reject(gone)
    this.#ended.resolve()
    const asked = this.#asked
    this.#asked = undefined
    asked?.onGone(gone)
  }
}
