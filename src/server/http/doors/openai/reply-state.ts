import { EMPTY_REPLY, type ReplyEvent } from '../../../../shared/chat/chat.ts'
import { isWhole } from '../../../../shared/chat/parts.ts'
import type { CitedSource } from '../../../../shared/knowledge/cited-source.ts'
import type { ReplyAside } from '../../../domain/chat/reply.ts'
import type { ReadReply } from '../../../domain/doors/door-questions.ts'
import { estimateTokens } from '../../../domain/estimate-tokens.ts'
import { Failure } from '../../../domain/failure.ts'
import type { ToolCall } from '../../../llm/provider.ts'

/** The figures of a reply: the model server's own, if it sends any, else estimated as for the model's window. */
export interface Usage {
  input: number
  output: number
}

/** Writes a reply as the stream of a protocol; each method returns what is sent. */
export interface WriteReply {
  start(): string
  reasoning(added: string): string
  words(added: string): string
  /** The state then has the end. */
  end(): string
}

/** What ends the stream of either protocol. */
export const DONE = 'data: [DONE]\n\n'

/** Writes nothing, for a reply that is answered as a whole. */
const NOTHING: WriteReply = { start: () => '', reasoning: () => '', words: () => '', end: () => '' }

/** What is known of a reply as its events come, in the words of both protocols. */
export class ReplyState {
  text = ''
  sources: readonly CitedSource[] = []
  end: 'stop' | 'length' | Failure | null = null
  readonly aside: ReplyAside = {}
  readonly #revoked: AbortSignal
  /** What each part of sources has. */
  readonly #cited = new Map<number, readonly CitedSource[]>()

  constructor(revoked: AbortSignal) {
    this.#revoked = revoked
  }

  get calls(): readonly ToolCall[] {
    return this.aside.calls ?? []
  }

  usage(): Usage {
    const { usage, promptTokens = 0, calls = [] } = this.aside
    if (usage) return { input: usage.prompt, output: usage.completion }
    const texts = [this.text, ...calls.map((call) => call.name + call.arguments)]
    const output = texts.filter((text) => text !== '').reduce((sum, text) => sum + estimateTokens(text), 0)
    return { input: promptTokens, output }
  }

  takeStored({ text, sources, state, cutShort }: ReadReply): void {
    this.text = text
    this.sources = sources
    switch (state) {
      case 'running':
        return
      case 'finished':
      case 'stopped':
        this.end = cutShort ? 'length' : 'stop'
        return
      case 'interrupted':
      case 'failed':
        this.end = new Failure('model_failed', 'The reply broke off, or the model did not answer.')
        return
      default:
        state satisfies never
    }
  }

  /** Takes an event in. @returns what was written of it; empty for an event that has no form in the protocol */
  take(event: ReplyEvent, write: WriteReply = NOTHING): string {
    if (isWhole(event)) {
      // Of what is no text, these protocols know citations alone.
      if (event.type === 'sources') this.#cited.set(event.id, event.sources)
      this.sources = [...this.#cited.values()].flat()
      return ''
    }
    switch (event.type) {
      case 'started':
        return write.start()
      case 'reasoning':
        return write.reasoning(event.text)
      case 'words':
        // Beside calls, this sentence would be put before the caller's tools were run.
        if (event.text === '' || (this.calls.length > 0 && event.text === EMPTY_REPLY)) return ''
        this.text += event.text
        return write.words(event.text)
      case 'truncated':
        return ''
      case 'finished':
        return this.#end(event.reason, write)
      case 'stopped':
        return this.#end(this.#revoked.aborted ? revokedKey() : 'stop', write)
      case 'interrupted':
        return this.#end(shuttingDown(), write)
      case 'failed':
        return this.#end(noAnswer(event.requestId, event.retryAfter), write)
      default:
        return event satisfies never
    }
  }

  #end(end: NonNullable<ReplyState['end']>, write: WriteReply): string {
    this.end = end
    return write.end()
  }
}

function revokedKey(): Failure {
  return new Failure('key_invalid', 'The API key was revoked or has expired while the answer was streaming.')
}

function shuttingDown(): Failure {
  return new Failure('not_ready', 'The server is shutting down. Try again in a moment.', { retryAfter: 1 })
}

function noAnswer(requestId: string, retryAfter: number | undefined): Failure {
  return new Failure(
    'model_failed',
    `The model did not answer. The server's log has the reason under ${requestId}.`,
    { ...(retryAfter !== undefined && { retryAfter }) },
  )
}
