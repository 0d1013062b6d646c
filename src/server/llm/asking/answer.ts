import type { AnswerReader, CompletionEvent } from '../dialects/answer-events.ts'
import { broken, parseEvent } from '../dialects/parse-event.ts'
import { ServerSentData } from '../http/server-sent-data.ts'
import type { ModelResponse } from '../model-address.ts'
import { ModelError } from '../model-error.ts'

/** A complete response may take this long to close, in milliseconds, so that its connection can be reused. */
const CLOSING_MS = 1_000

/** The figures of use may come this much later than the end, in milliseconds. */
const USAGE_MS = 500

const MAX_WHOLE_BYTES = 1024 * 1024

interface AnswerOptions {
  reader: AnswerReader
  /** Milliseconds without text after which the answer has failed. */
  timeoutMs: number
  /** Undefined if what arrives may not be collected now. */
  collectMore: () => Promise<unknown> | undefined
  /** Closes the connection. */
  abort: () => void
}

/** An answer that a model has begun, from its bytes to events. */
export class Answer {
  readonly #pieces: AsyncIterator<Uint8Array>
  readonly #options: AnswerOptions
  readonly #read: (piece: Uint8Array | null) => void
  readonly #silence: NodeJS.Timeout
  #isSilent = false
  #collects = false
  #hasEvent = false
  #failure: unknown

  constructor(response: ModelResponse, options: AnswerOptions) {
    this.#options = options
    this.#pieces = (response.body ?? nothing())[Symbol.asyncIterator]()
    const isWhole = /^application\/json\b/i.test(response.headers.get('content-type') ?? '')
    this.#read = isWhole ? this.#whole() : this.#streamed()
    this.#silence = setTimeout(() => {
      this.#isSilent = true
      options.abort()
    }, options.timeoutMs)
  }

  /**
   * Waits for the first event, after which no setting can be refused any more.
   * @throws {ModelError} the error that came in its place
   */
  async begin(): Promise<this> {
    const { reader } = this.#options
    while (!this.#hasEvent && this.#failure === undefined && reader.state !== 'over') await this.#receive()
    if (this.#failure !== undefined && reader.found.isEmpty) {
      this.close()
      throw this.#failure
    }
    return this
  }

  /**
   * What arrived next; null after the end.
   * @throws {ModelError} after everything that preceded the error
   */
  async next(): Promise<readonly CompletionEvent[] | null> {
    const { reader } = this.#options
    for (;;) {
      if (!reader.found.isEmpty) return reader.found.taken()
      if (this.#failure !== undefined) throw this.#failure
      if (reader.state === 'over') return null
      if (this.#collects) await this.#options.collectMore()
      await this.#receive()
    }
  }

  /** Words were passed on. */
  spoke(): void {
    this.#silence.refresh()
    this.#collects = true
  }

  /** What follows may be collected. */
  collect(): void {
    this.#collects = true
  }

  /** A connection whose answer is over can be used again. */
  close(): void {
    clearTimeout(this.#silence)
    void this.#readToEnd()
  }

  async #receive(): Promise<void> {
    const { reader } = this.#options
    try {
      const arriving = this.#pieces.next()
      const { done, value } = await (reader.state === 'ending' ? soon(arriving) : arriving)
      this.#read(done ? null : value)
      if (!done) return
      if (reader.state === 'ending') reader.finish()
      else if (reader.state === 'open') this.#failure = broken()
    } catch (error) {
      this.#failure = this.#isSilent
        ? new ModelError('APIConnectionTimeoutError', 'The model server fell silent.')
        : error
    }
  }

  #streamed(): (piece: Uint8Array | null) => void {
    const { reader } = this.#options
    const events = new ServerSentData()
    const each = (data: string) => {
      reader.read(data)
      this.#hasEvent = true
    }
    return (piece) => (piece ? events.take(piece, each) : events.end(each))
  }

  #whole(): (piece: Uint8Array | null) => void {
    const decoder = new TextDecoder()
    let text = ''
    let bytes = 0
    return (piece) => {
      bytes += piece?.length ?? 0
      if (bytes > MAX_WHOLE_BYTES)
        throw new ModelError('ModelAnswerMalformed', 'The model server sent an answer without an end.')
      text += piece ? decoder.decode(piece, { stream: true }) : decoder.decode()
      if (piece) return
      const { reader } = this.#options
      reader.readWhole(parseEvent(text) ?? {})
      // What has no end says nothing.
      if (reader.state === 'open') reader.found.taken()
    }
  }

  async #readToEnd(): Promise<void> {
    const late = setTimeout(() => this.#options.abort(), CLOSING_MS)
    try {
      while (!(await this.#pieces.next()).done);
    } catch {
      // The connection is already gone, so there is nothing to close.
    } finally {
      clearTimeout(late)
    }
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

const NO_MORE = { done: true, value: undefined } as const

function soon(arriving: Promise<IteratorResult<Uint8Array>>): Promise<IteratorResult<Uint8Array>> {
  arriving.catch(() => {})
  const { promise, resolve } = Promise.withResolvers<typeof NO_MORE>()
  const late = setTimeout(resolve, USAGE_MS, NO_MORE)
  return Promise.race([arriving, promise]).finally(() => clearTimeout(late))
}
