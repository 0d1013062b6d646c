import { ModelError } from '../model-error.ts'
import { type AnswerReader, type EndReason, EventList, namedModel, textOf, usageOf } from './answer-events.ts'
import { CallCollector } from './collect-calls.ts'
import { OrderedCarry } from './ordered-carry.ts'
import { parseEvent } from './parse-event.ts'
import { reportedError } from './reported-error.ts'

/** Every field is checked before it is used. */
interface ResponseEvent {
  type?: unknown
  delta?: unknown
  item?: Item | null
  response?: WholeResponse | null
}

interface Item {
  type?: unknown
  call_id?: unknown
  name?: unknown
  arguments?: unknown
  content?: unknown
  summary?: unknown
}

interface WholeResponse {
  error?: unknown
  model?: unknown
  status?: unknown
  output?: unknown
  incomplete_details?: { reason?: unknown } | null
  usage?: {
    input_tokens?: unknown
    output_tokens?: unknown
    input_tokens_details?: { cached_tokens?: unknown } | null
    output_tokens_details?: { reasoning_tokens?: unknown } | null
  } | null
}

/** Reads a response of OpenAI's Responses. Items count as they are when they are done. */
export class ResponsesReader implements AnswerReader {
  readonly found = new EventList()
  state: 'open' | 'ending' | 'over' = 'open'
  readonly #calls = new CallCollector()
  readonly #carry: OrderedCarry | null
  #isNamed = false
  #refused = false
  #hasThought = false

  constructor(options: { carries?: boolean } = {}) {
    this.#carry = options.carries ? new OrderedCarry() : null
  }

  read(data: string): void {
    if (this.state === 'over') return
    // What some servers that imitate the protocol add.
    if (data.startsWith('[DONE]')) return
    const event: ResponseEvent | null = parseEvent(data)
    switch (event?.type) {
      case 'response.output_text.delta':
        this.found.words(textOf(event.delta))
        break
      case 'response.refusal.delta':
        this.#refused = true
        this.found.words(textOf(event.delta))
        break
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        this.#hasThought = true
        this.found.reasoning(textOf(event.delta))
        break
      case 'response.reasoning_summary_part.added':
        this.found.reasoning(this.#hasThought ? '\n\n' : '')
        break
      case 'response.created':
      case 'response.in_progress':
        this.#name(event.response)
        break
      case 'response.output_item.done':
        this.#takeItem(event.item)
        break
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
        this.#end(event.response)
        break
      case 'error':
        throw reportedError(event)
      default:
        // Servers that refuse a request inside a stream send an error without a type.
        if ((event as { error?: unknown } | null)?.error) throw reportedError(event)
    }
  }

  readWhole(body: object): void {
    const response: WholeResponse = body
    this.#name(response)
    if (response.error) throw reportedError(response)
    for (const item of Array.isArray(response.output) ? (response.output as (Item | null)[]) : []) {
      if (item?.type === 'reasoning') this.found.reasoning(textsOf(item.summary))
      if (item?.type === 'message') {
        this.found.words(textsOf(item.content))
        this.#refused ||= JSON.stringify(item.content)?.includes('"type":"refusal"') ?? false
      }
      this.#takeItem(item)
    }
    if (response.status !== undefined) this.#end(response)
  }

  finish(): void {}

  #name(response: WholeResponse | null | undefined): void {
    const model = this.#isNamed ? null : namedModel(response?.model)
    if (model === null) return
    this.#isNamed = true
    this.found.push({ type: 'answering', model })
  }

  #takeItem(item: Item | null | undefined): void {
    if (item?.type === 'reasoning') this.#carry?.add(item)
    if (item?.type === 'message') this.#carry?.words()
    if (item?.type !== 'function_call') return
    this.#calls.take({ id: item.call_id, name: item.name, arguments: item.arguments })
    this.#carry?.call()
  }

  #end(response: WholeResponse | null | undefined): void {
    if (response?.error || response?.status === 'failed') throw reportedError(response)
    this.#name(response)
    const { calls } = this.#calls.collected()
    if (calls.length > 0) {
      this.found.push({ type: 'calls', calls })
      const bytes = this.#carry?.bytes
      if (bytes) this.found.push({ type: 'carry', bytes })
    }
    const usage = usageOf({
      prompt: response?.usage?.input_tokens,
      completion: response?.usage?.output_tokens,
      cached: response?.usage?.input_tokens_details?.cached_tokens,
      reasoning: response?.usage?.output_tokens_details?.reasoning_tokens,
    })
    this.found.push({ type: 'end', reason: this.#reasonOf(response), ...(usage && { usage }) })
    this.state = 'over'
  }

  #reasonOf(response: WholeResponse | null | undefined): EndReason {
    if (response?.status === 'cancelled')
      throw new ModelError('ModelAnswerBroken', 'The model server cancelled its answer.')
    const why = response?.incomplete_details?.reason
    if (why === 'content_filter') return 'filtered'
    if (why) return 'length'
    return this.#refused ? 'refused' : 'stop'
  }
}

function textsOf(parts: unknown): string {
  if (!Array.isArray(parts)) return ''
  return parts.map((part) => textOf(part?.text) || textOf(part?.refusal)).join('')
}
