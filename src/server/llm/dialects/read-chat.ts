import type { TokenUsage } from '../provider.ts'
import { type AnswerReader, type EndReason, EventList, namedModel, usageOf } from './answer-events.ts'
import { ChatCarry } from './chat-carry.ts'
import { CallCollector } from './collect-calls.ts'
import { broken, parseEvent } from './parse-event.ts'
import { reportedError } from './reported-error.ts'

/** Every field is checked before it is used. */
interface Chunk {
  error?: unknown
  model?: unknown
  provider?: unknown
  usage?: {
    prompt_tokens?: unknown
    completion_tokens?: unknown
    prompt_tokens_details?: { cached_tokens?: unknown } | null
    completion_tokens_details?: { reasoning_tokens?: unknown } | null
  } | null
  choices?: ({ delta?: Delta | null; message?: Delta | null; finish_reason?: unknown } | null)[] | null
}

interface Delta extends Record<string, unknown> {
  content?: unknown
  refusal?: unknown
  reasoning_content?: unknown
  reasoning?: unknown
  reasoning_details?: unknown
  tool_calls?: unknown
}

interface CallPiece {
  index?: unknown
  id?: unknown
  function?: { name?: unknown; arguments?: unknown } | null
  extra_content?: unknown
}

/**
 * Reads a chat completion: the content of the first choice (section 7), with reasoning apart. Calls of tools are
 * collected and come before the end, which is the finish reason or `[DONE]`, whichever comes first; where figures of use
 * were asked for, those after the finish reason are waited for.
 */
export class ChatReader implements AnswerReader {
  readonly found = new EventList()
  state: 'open' | 'ending' | 'over' = 'open'
  readonly #calls = new CallCollector()
  readonly #carry: ChatCarry | null
  readonly #awaitsUsage: boolean
  #isNamed = false
  #refused = false
  #reason: EndReason = 'stop'
  #usage: TokenUsage | undefined

  constructor(options: { awaitsUsage?: boolean; carries?: boolean } = {}) {
    this.#awaitsUsage = options.awaitsUsage ?? false
    this.#carry = options.carries ? new ChatCarry() : null
  }

  read(data: string): void {
    if (this.state === 'over') return
    if (data.startsWith('[DONE]')) this.finish()
    else this.#take(parseEvent(data))
  }

  readWhole(body: object): void {
    this.#take(body)
    if (this.state === 'ending') this.finish()
  }

  finish(): void {
    const { calls, extras } = this.#calls.collected()
    if (calls.length > 0) {
      this.found.push({ type: 'calls', calls })
      const bytes = this.#carry?.bytesWith(extras)
      if (bytes) this.found.push({ type: 'carry', bytes })
    }
    const reason = this.#refused && this.#reason === 'stop' ? 'refused' : this.#reason
    this.found.push({ type: 'end', reason, ...(this.#usage && { usage: this.#usage }) })
    this.state = 'over'
  }

  #take(chunk: Chunk | null): void {
    if (chunk?.error) throw reportedError(chunk)
    if (chunk?.usage)
      this.#usage = usageOf({
        prompt: chunk.usage.prompt_tokens,
        completion: chunk.usage.completion_tokens,
        cached: chunk.usage.prompt_tokens_details?.cached_tokens,
        reasoning: chunk.usage.completion_tokens_details?.reasoning_tokens,
      })
    if (this.state === 'ending') {
      if (this.#usage) this.finish()
      return
    }
    if (!this.#isNamed) this.#name(chunk)
    const choice = Array.isArray(chunk?.choices) ? chunk.choices[0] : undefined
    const delta = choice?.delta ?? choice?.message
    if (delta) this.#takeDelta(delta)
    if (!choice?.finish_reason) return
    this.#reason = endOf(choice.finish_reason)
    this.state = 'ending'
    if (!this.#awaitsUsage || this.#usage) this.finish()
  }

  #name(chunk: Chunk | null): void {
    const model = namedModel(chunk?.model)
    if (model === null) return
    this.#isNamed = true
    const provider = namedModel(chunk?.provider)
    this.found.push({ type: 'answering', model, ...(provider !== null && { provider }) })
  }

  #takeDelta(delta: Delta): void {
    const reasoning = reasoningOf(delta)
    if (reasoning !== null) this.found.reasoning(reasoning)
    this.found.words(textOf(delta.content))
    if (typeof delta.refusal === 'string' && delta.refusal !== '') {
      this.#refused = true
      this.found.words(delta.refusal)
    }
    this.#carry?.take(delta)
    if (!Array.isArray(delta.tool_calls)) return
    for (const piece of delta.tool_calls as (CallPiece | null)[])
      if (typeof piece === 'object' && piece !== null) {
        const { index, id, function: called, extra_content: extra } = piece
        this.#calls.take({ index, id, name: called?.name, arguments: called?.arguments, extra })
      }
  }
}

/** Ends that are none: the provider could not go on, or, of Google's, its model called a tool by what is no call. */
const brokenOff = /^(?:error|abort|insufficient_system_resource|function_call_filter\b.*)$/

/** @throws {ModelError} if the answer is not whole */
function endOf(finishReason: unknown): EndReason {
  const said = String(finishReason)
  if (brokenOff.test(said)) throw broken()
  // The latter is Mistral's, for the end of the model's window.
  if (said === 'length' || said === 'model_length') return 'length'
  // Google's says what was found behind a colon.
  if (/^content_filter\b/.test(said)) return 'filtered'
  return said === 'refusal' ? 'refused' : 'stop'
}

/** Some vendors send a list of parts. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .map((part) => (part?.type === 'text' && typeof part.text === 'string' ? part.text : ''))
    .join('')
}

/** Some vendors send reasoning in two fields, some as parts of the content. */
function reasoningOf(delta: Delta): string | null {
  const field = delta.reasoning_content || delta.reasoning
  if (field) return typeof field === 'string' ? field : ''
  const { content } = delta
  if (!Array.isArray(content)) return null
  const parts: unknown[] = content.filter((part) => part?.type === 'thinking')
  if (parts.length === 0) return null
  return parts.map((part) => thoughtOf((part as { thinking?: unknown }).thinking)).join('')
}

function thoughtOf(thinking: unknown): string {
  return typeof thinking === 'string' ? thinking : textOf(thinking)
}
