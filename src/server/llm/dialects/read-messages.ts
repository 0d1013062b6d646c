import {
  type AnswerReader,
  type EndReason,
  EventList,
  isCount,
  namedModel,
  textOf,
  usageOf,
} from './answer-events.ts'
import { CallCollector } from './collect-calls.ts'
import { MOST_CARRIED, OrderedCarry } from './ordered-carry.ts'
import { parseEvent } from './parse-event.ts'
import { reportedError } from './reported-error.ts'

/** Every field is checked before it is used. */
interface MessageEvent {
  type?: unknown
  index?: unknown
  message?: { model?: unknown; usage?: Usage | null } | null
  content_block?: Block | null
  delta?: Delta | null
  usage?: Usage | null
}

interface Block {
  type?: unknown
  id?: unknown
  name?: unknown
  input?: unknown
  text?: unknown
  thinking?: unknown
  signature?: unknown
}

interface Delta {
  type?: unknown
  text?: unknown
  thinking?: unknown
  signature?: unknown
  partial_json?: unknown
  stop_reason?: unknown
}

interface Usage {
  input_tokens?: unknown
  output_tokens?: unknown
  cache_read_input_tokens?: unknown
  cache_creation_input_tokens?: unknown
  output_tokens_details?: { thinking_tokens?: unknown } | null
}

/** Reads a message of Anthropic's Messages. Blocks are told apart by their index, though they come one after another. */
export class MessagesReader implements AnswerReader {
  readonly found = new EventList()
  state: 'open' | 'ending' | 'over' = 'open'
  readonly #calls = new CallCollector()
  readonly #carry: OrderedCarry | null
  /** A thought with its signature, until its block is whole. */
  #thought: (Block & { thinking: string; signature: string }) | null = null
  #hasThought = false
  #usage: Usage = {}
  #reason: EndReason = 'stop'

  constructor(options: { carries?: boolean } = {}) {
    this.#carry = options.carries ? new OrderedCarry() : null
  }

  read(data: string): void {
    if (this.state === 'over') return
    const event: MessageEvent | null = parseEvent(data)
    switch (event?.type) {
      case 'content_block_delta':
        this.#grow(event.delta, event.index)
        break
      case 'content_block_start':
        this.#begin(event.content_block, event.index)
        break
      case 'content_block_stop':
        if (this.#thought) this.#carry?.add(this.#thought)
        this.#thought = null
        break
      case 'message_start': {
        const model = namedModel(event.message?.model)
        if (model !== null) this.found.push({ type: 'answering', model })
        this.#usage = { ...event.message?.usage }
        break
      }
      case 'message_delta':
        if (event.delta?.stop_reason) this.#reason = endOf(event.delta.stop_reason)
        if (event.delta?.stop_reason) this.state = 'ending'
        this.#usage = { ...this.#usage, ...event.usage }
        break
      case 'message_stop':
        this.finish()
        break
      default:
        if (event?.type === 'error' || (event as { error?: unknown } | null)?.error)
          throw reportedError(event)
    }
  }

  readWhole(body: object): void {
    if ((body as { error?: unknown }).error) throw reportedError(body)
    const { model, content, stop_reason: stop, usage } = body as Record<string, unknown>
    const named = namedModel(model)
    if (named !== null) this.found.push({ type: 'answering', model: named })
    for (const [index, block] of (Array.isArray(content) ? (content as (Block | null)[]) : []).entries()) {
      this.#begin(block, index)
      if (this.#thought) this.#carry?.add(this.#thought)
      this.#thought = null
    }
    if (!stop) return
    this.#usage = { ...(usage as Usage | null) }
    this.#reason = endOf(stop)
    this.finish()
  }

  finish(): void {
    const { calls } = this.#calls.collected()
    if (calls.length > 0) {
      this.found.push({ type: 'calls', calls: calls.map(withObject) })
      const bytes = this.#carry?.bytes
      if (bytes) this.found.push({ type: 'carry', bytes })
    }
    const { input_tokens: input, cache_read_input_tokens: cached } = this.#usage
    const usage = usageOf({
      prompt: isCount(input)
        ? input + countOf(cached) + countOf(this.#usage.cache_creation_input_tokens)
        : undefined,
      completion: this.#usage.output_tokens,
      cached,
      reasoning: this.#usage.output_tokens_details?.thinking_tokens,
    })
    this.found.push({ type: 'end', reason: this.#reason, ...(usage && { usage }) })
    this.state = 'over'
  }

  #begin(block: Block | null | undefined, index: unknown): void {
    switch (block?.type) {
      case 'text':
        this.#carry?.words()
        this.found.words(textOf(block.text))
        break
      case 'thinking':
        this.#thought = { ...block, thinking: textOf(block.thinking), signature: textOf(block.signature) }
        this.found.reasoning((this.#hasThought ? '\n\n' : '') + textOf(block.thinking))
        this.#hasThought = true
        break
      case 'redacted_thinking':
        this.#carry?.add(block)
        this.found.reasoning('')
        break
      case 'tool_use':
        this.#carry?.call()
        this.#calls.take({ index, id: block.id, name: block.name, arguments: begunInput(block.input) })
        break
    }
  }

  #grow(delta: Delta | null | undefined, index: unknown): void {
    switch (delta?.type) {
      case 'text_delta':
        this.found.words(textOf(delta.text))
        break
      case 'thinking_delta':
        if (this.#thought && this.#thought.thinking.length <= MOST_CARRIED)
          this.#thought.thinking += textOf(delta.thinking)
        this.found.reasoning(textOf(delta.thinking))
        break
      case 'signature_delta':
        if (this.#thought) this.#thought.signature += textOf(delta.signature)
        break
      case 'input_json_delta':
        this.#calls.take({ index, arguments: delta.partial_json })
        break
    }
  }
}
const countOf = (value: unknown): number => (isCount(value) ? value : 0)

/** A streamed call begins with an empty input, whose JSON follows. */
function begunInput(input: unknown): string {
  const isObject = typeof input === 'object' && input !== null && Object.keys(input).length > 0
  return isObject ? JSON.stringify(input) : ''
}

/** A tool without parameters is called with an empty text. */
function withObject<Call extends { arguments: string }>(call: Call): Call {
  return call.arguments === '' ? { ...call, arguments: '{}' } : call
}

function endOf(stopReason: unknown): EndReason {
  switch (stopReason) {
    case 'max_tokens':
    case 'model_context_window_exceeded':
      return 'length'
    case 'refusal':
      return 'refused'
    default:
      return 'stop'
  }
}
