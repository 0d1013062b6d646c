import { statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import type { Logger } from '../../base/log.ts'
import { ModelError } from '../model-error.ts'
import type { ModelEvent, ModelProvider, ModelRequest } from '../provider.ts'
import { AnswerEvents } from './answer-events.ts'
import { type EngineEvent, EngineGone, EngineProcess } from './engine-process.ts'
import { asModelError, modelEventOf, questionOf } from './engine-question.ts'
import { sizeInWords } from './model-refusal.ts'
import { type Later, later, Silence, unlessGone } from './silence.ts'
import { WaitingLine } from './waiting-line.ts'

interface LocalModelOptions {
  weights: string
  /** The folder that the engine is installed in. */
  engine: string
  log?: Logger | undefined
  later?: Later | undefined
  /** How much memory others leave, in bytes. */
  freeMemory?: (() => number) | undefined
}

/** The process is ended so many milliseconds after the last answer. */
export const IDLE_MS = 10 * 60_000

/** Tokens of a conversation that are held, if the model can: more would take as much memory again as the weights. */
const LOCAL_WINDOW_TOKENS = 8_192

/** Questions at once, the one that is answered included: beyond, whoever asks is told to come back. */
const MOST_QUESTIONS = 8
const COME_BACK_SECONDS = 30

/** Memory beside the weights, in bytes: what a window of text takes, and the program. */
const LEAST_BESIDE = 0.7e9
const MOST_BESIDE = 3e9

/**
 * A file of weights that answers on this machine. Its process is started by a question and ended when nobody has asked
 * for ten minutes; one question is answered at a time, and the next ones wait in the order in which they came.
 */
export class LocalModel {
  readonly #options: LocalModelOptions
  readonly #later: Later
  readonly #line = new WaitingLine()
  #engine: EngineProcess | undefined
  #isLoaded = false
  #isClosed = false
  #windowTokens: number = LOCAL_WINDOW_TOKENS
  #cancelEnd = () => {}
  #failure: string | null = null

  constructor(options: LocalModelOptions) {
    this.#options = options
    this.#later = options.later ?? later
  }

  readonly ask: ModelProvider = (request, signal) => this.#answer(request, signal)

  get phase(): 'ready' | 'loading' | 'running' {
    if (!this.#engine || this.#engine.isGone) return 'ready'
    return this.#isLoaded ? 'running' : 'loading'
  }

  /** Those that are answered or wait. */
  get questions(): number {
    return this.#line.length
  }

  /** Why it could not be loaded, in a sentence for whoever runs the server; null if it could, or was not tried. */
  get failure(): string | null {
    return this.#failure
  }

  /** As the model says once it was loaded; what is assumed before. */
  get windowTokens(): number {
    return this.#windowTokens
  }

  /** Of its process; undefined while there is none. */
  get pid(): number | undefined {
    return this.phase === 'ready' ? undefined : this.#engine?.pid
  }

  /** Ends the process, and the answer that it is in. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#cancelEnd()
    await this.#engine?.end()
  }

  async *#answer(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    if (this.#line.length >= MOST_QUESTIONS)
      throw new ModelError('RateLimitError', 'Too many questions wait for the model of this machine.', {
        retryAfter: COME_BACK_SECONDS,
      })
    if (request.messages.some(({ pictures = [] }) => pictures.length > 0)) yield { type: 'unseen' }
    // Leaving the loop stops the model as well.
    const left = new AbortController()
    const gone = AbortSignal.any([signal, left.signal])
    try {
      yield* this.#events(request, gone)
    } catch (error) {
      if (!signal.aborted) throw asModelError(error)
    } finally {
      left.abort()
    }
  }

  async *#events(request: ModelRequest, gone: AbortSignal): AsyncGenerator<ModelEvent> {
    const leaveLine = await this.#line.enter(gone)
    this.#cancelEnd()
    const leave = () => {
      leaveLine()
      if (this.#line.length === 0) this.#endWhenIdle()
    }
    let engine: EngineProcess
    try {
      engine = await unlessGone(this.#load(), gone)
    } catch (error) {
      leave()
      throw error
    }
    const events = new AnswerEvents<EngineEvent>()
    const stop = engine.ask(questionOf(request), {
      onEvent(event) {
        if (event.type === 'end' || event.type === 'failed') leave()
        events.push(event)
        if (event.type === 'end') events.end()
      },
      onGone(why) {
        leave()
        events.end(why)
      },
    })
    const silence = new Silence(this.#later, () => {
      stop()
      events.end(new ModelError('APIConnectionTimeoutError', 'The model of this machine fell silent.'))
    })
    const onGone = () => {
      stop()
      events.end()
    }
    gone.addEventListener('abort', onGone)
    try {
      for await (const event of events.taken()) {
        if (gone.aborted) return
        if (event.type === 'words') silence.isBroken()
        yield modelEventOf(event)
      }
    } finally {
      silence.end()
      gone.removeEventListener('abort', onGone)
      // An answer that nobody waits for any more is not made to its end; where it has ended, this does nothing.
      stop()
    }
  }

  async #load(): Promise<EngineProcess> {
    if (this.#isClosed) throw new EngineGone('The server is shutting down.')
    if (!this.#engine || this.#engine.isGone) this.#engine = this.#start()
    const engine = this.#engine
    try {
      this.#windowTokens = await engine.loaded
      this.#isLoaded = true
      return engine
    } catch (error) {
      if (!this.#isClosed) {
        this.#failure ??= 'The model could not be loaded. The server’s log says why.'
        this.#options.log?.error({ err: error }, 'the model of this machine can not be loaded')
      }
      throw error
    }
  }

  /** @throws {EngineGone} if there is no memory for it */
  #start(): EngineProcess {
    const { weights, engine, freeMemory = () => process.availableMemory() } = this.#options
    this.#isLoaded = false
    const bytes = statSync(weights).size
    const [needed, free] = [bytes + LEAST_BESIDE, freeMemory()]
    if (needed > free) {
      this.#failure = `The model needs ${sizeInWords(needed)} of memory, and ${sizeInWords(free)} are free.`
      throw new EngineGone(this.#failure)
    }
    const threads = Math.max(1, availableParallelism() - 1)
    const settings = { engine, weights, threads, windowTokens: LOCAL_WINDOW_TOKENS }
    return new EngineProcess(settings, bytes * 1.2 + MOST_BESIDE)
  }

  #endWhenIdle(): void {
    this.#cancelEnd()
    this.#cancelEnd = this.#later(IDLE_MS, () => void this.#engine?.end())
  }
}
