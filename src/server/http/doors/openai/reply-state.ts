import { EMPTY_REPLY, type ReplyEvent } from '../../../../shared/chat/chat.ts'
import { endSentences, type ModelEnd } from '../../../../shared/chat/model-ends.ts'
import { isWhole, textOf } from '../../../../shared/chat/parts.ts'
import type { CitedSource } from '../../../../shared/knowledge/cited-source.ts'
import type { ReplyAside } from '../../../domain/chat/reply.ts'
import type { ReadReply } from '../../../domain/doors/door-questions.ts'
import { estimateTokens } from '../../../domain/estimate-tokens.ts'
import { Failure } from '../../../domain/failure.ts'
import type { ToolCall } from '../../../llm/provider.ts'
import { type ActedCall, callsOf, type ResponseStart } from './approvals.ts'

/** The figures of a reply: the model server's own, if it sends any, else estimated as for the model's window. */
interface Usage {
  input: number
  output: number
  /** Null where they are estimated. */
  details: { cached: number; reasoning: number } | null
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
  /** `stopped`: before it was whole, by a person or a take-down. */
  end: 'stop' | 'length' | 'filtered' | 'stopped' | Failure | null = null
  /** How its model ended it, if neither by itself nor by its length. */
  ended: ModelEnd | null = null
  readonly aside: ReplyAside = {}
  /** Where the response begins, if it goes on with a reply of which an earlier one has shown the beginning. */
  start: ResponseStart | undefined
  /** Says what waits and has no item of its own. */
  sayWaiting: (calls: readonly ActedCall[]) => string = () => ''
  readonly #revoked: AbortSignal
  readonly #acted = new Map<number, ActedCall>()
  /** What each part of sources has. */
  readonly #cited = new Map<number, readonly CitedSource[]>()

  constructor(revoked: AbortSignal) {
    this.#revoked = revoked
  }

  get calls(): readonly ToolCall[] {
    return this.aside.calls ?? []
  }

  /** The calls of the agent's own tools. */
  get acted(): ActedCall[] {
    const { id: first = 0 } = this.start ?? {}
    return [...this.#acted.values()].filter(({ id }) => id >= first).sort((one, other) => one.id - other.id)
  }

  usage(): Usage {
    const { usage, promptTokens = 0, calls = [] } = this.aside
    const { cached = 0, reasoning = 0 } = usage ?? {}
    if (usage) return { input: usage.prompt, output: usage.completion, details: { cached, reasoning } }
    const texts = [this.text, ...calls.map((call) => call.name + call.arguments)]
    const output = texts.filter((text) => text !== '').reduce((sum, text) => sum + estimateTokens(text), 0)
    return { input: promptTokens, output, details: null }
  }

  /** What stands in the place of an answer that the model declined; null for any other. */
  get refusal(): string | null {
    return this.ended === 'refused' ? endSentences.refused : null
  }

  takeStored({ parts, sources, state, cutShort, ended }: ReadReply): void {
    for (const call of callsOf(parts)) this.#acted.set(call.id, call)
    const index = parts.findIndex((part) => part.kind === 'tool' && part.id === this.start?.id)
    const text = textOf(parts.slice(Math.max(0, index)))
    this.text = ended !== null && text === EMPTY_REPLY ? '' : text
    if (state === 'waiting') this.text += this.#waiting()
    this.ended = ended
    this.sources = sources
    switch (state) {
      case 'running':
        return
      case 'finished':
      case 'waiting':
        this.end = ended === 'filtered' ? ended : cutShort ? 'length' : 'stop'
        return
      case 'stopped':
        this.end = state
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
      // Of what is no text, these protocols know citations, calls and how a model ended.
      if (event.type === 'sources') this.#cited.set(event.id, event.sources)
      if (event.type === 'model') this.ended = event.ended
      if (event.type === 'tool') this.#acted.set(event.id, event)
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
        if (event.text === EMPTY_REPLY && (this.calls.length > 0 || this.ended !== null)) return ''
        return this.#say(event.text.slice(Math.max(0, (this.start?.at ?? 0) - event.at)), write)
      case 'truncated':
        return ''
      case 'finished':
        return this.#end(this.ended === 'filtered' ? this.ended : event.reason, write)
      case 'waiting':
        return this.#say(this.#waiting(), write) + this.#end('stop', write)
      case 'stopped':
        return this.#end(this.#revoked.aborted ? revokedKey() : event.type, write)
      case 'interrupted':
        return this.#end(shuttingDown(), write)
      case 'failed':
        return this.#end(noAnswer(event), write)
      default:
        return event satisfies never
    }
  }

  #say(text: string, write: WriteReply): string {
    if (text === '') return ''
    this.text += text
    return write.words(text)
  }

  #waiting(): string {
    const said = this.sayWaiting(this.acted)
    return said === '' || this.text === '' ? said : `\n\n${said}`
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

function noAnswer({
  code,
  message,
  requestId,
  retryAfter,
}: Extract<ReplyEvent, { type: 'failed' }>): Failure {
  return new Failure(
    code ?? 'model_failed',
    code ? message : `The model did not answer. The server's log has the reason under ${requestId}.`,
    { ...(retryAfter !== undefined && { retryAfter }) },
  )
}
