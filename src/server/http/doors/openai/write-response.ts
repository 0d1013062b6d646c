import { randomBytes } from 'node:crypto'
import { replySettings } from '../../../domain/doors/door-questions.ts'
import { Failure } from '../../../domain/failure.ts'
import { openAiError } from './errors.ts'
import { DONE, type ReplyState, type WriteReply } from './reply-state.ts'
import {
  type ActedItem,
  actedItems,
  callItem,
  itemId,
  messageItem,
  outputOf,
  type ResponseHead,
  refusalParts,
  textPart,
} from './response-items.ts'

type Status = 'in_progress' | 'completed' | 'incomplete' | 'failed' | 'cancelled'

export function responseOf(state: ReplyState, head: ResponseHead): object {
  const status = statusOf(state)
  const isOver = status !== 'in_progress'
  return {
    id: head.id,
    object: 'response',
    created_at: head.created,
    completed_at: status === 'completed' ? (head.completed ?? Math.floor(Date.now() / 1000)) : null,
    status,
    background: false,
    error: responseError(state),
    incomplete_details: status === 'incomplete' ? { reason: incompleteReason(state) } : null,
    instructions: head.instructions,
    max_output_tokens: head.maxOutputTokens,
    max_tool_calls: null,
    model: head.model,
    output: isOver ? outputOf(state, head) : [],
    parallel_tool_calls: head.parallel,
    previous_response_id: head.previous,
    prompt_cache_key: null,
    safety_identifier: null,
    reasoning: { effort: null, summary: null },
    service_tier: 'default',
    store: head.store,
    temperature: replySettings.temperature,
    presence_penalty: replySettings.presence_penalty,
    frequency_penalty: replySettings.frequency_penalty,
    text: { format: { type: 'text' } },
    tool_choice: head.toolChoice,
    tools: head.tools,
    top_logprobs: 0,
    top_p: 1,
    // The oldest turns are left out where the model's window is full.
    truncation: 'auto',
    // Not known any more of a response that is read later. The published description has no null here.
    ...(isOver && state.aside.promptTokens !== undefined && { usage: usageOf(state) }),
    metadata: head.metadata,
  }
}

function statusOf({ end }: ReplyState): Status {
  if (end === null) return 'in_progress'
  if (end instanceof Failure) return 'failed'
  if (end === 'stopped') return 'cancelled'
  return end === 'stop' ? 'completed' : 'incomplete'
}

const incompleteReason = ({ end }: ReplyState) =>
  end === 'filtered' ? 'content_filter' : 'max_output_tokens'

function responseError({ end }: ReplyState): { code: string; message: string } | null {
  if (end === 'stopped') return { code: 'server_error', message: 'The answer was stopped before its end.' }
  if (!(end instanceof Failure)) return null
  return {
    code: end.code === 'rate_limited' ? 'rate_limit_exceeded' : 'server_error',
    message: openAiError(end).error.message,
  }
}

function usageOf(state: ReplyState): object {
  const { input, output, details } = state.usage()
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: details?.cached ?? 0, cache_write_tokens: 0 },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: details?.reasoning ?? 0 },
    total_tokens: input + output,
  }
}

export const unstoredId = () => `resp_${randomBytes(16).toString('hex')}`

/** Writes a reply as the stream of a response. */
export class ResponseStream implements WriteReply {
  readonly #state: ReplyState
  readonly #head: ResponseHead
  readonly #message: { item_id: string; output_index: number; content_index: number }
  #sequence = 0
  #isOpen = false

  constructor(state: ReplyState, head: ResponseHead) {
    this.#state = state
    this.#head = head
    this.#message = { item_id: itemId('msg', head), output_index: 0, content_index: 0 }
  }

  start(): string {
    const response = responseOf(this.#state, this.#head)
    return this.#frame('created', { response }) + this.#frame('in_progress', { response })
  }

  /** The protocol has summaries of what was thought, which only its own models make. */
  reasoning(): string {
    return ''
  }

  words(added: string): string {
    const delta = { ...this.#message, delta: added, logprobs: [] }
    return this.#open() + this.#frame('output_text.delta', delta)
  }

  end(): string {
    const status = statusOf(this.#state)
    // An answer without text and without calls still has its one message.
    const acted = actedItems(this.#state, this.#head)
    const isEmpty = this.#state.calls.length + acted.length === 0
    const opened = isEmpty && status !== 'failed' ? this.#open() : ''
    const written = opened + this.#close() + this.#calls() + this.#acted(acted)
    // There is no event for what was cancelled, and clients take an incomplete one without a reason for whole.
    const event = status === 'cancelled' ? 'failed' : status
    return written + this.#frame(event, { response: responseOf(this.#state, this.#head) }) + DONE
  }

  #open(): string {
    if (this.#isOpen) return ''
    this.#isOpen = true
    const item = messageItem(this.#state, this.#head, 'in_progress')
    const part = { type: 'output_text', text: '', annotations: [], logprobs: [] }
    return (
      this.#frame('output_item.added', { output_index: 0, item }) +
      this.#frame('content_part.added', { ...this.#message, part })
    )
  }

  #close(): string {
    if (!this.#isOpen) return ''
    const part = textPart(this.#state, this.#head)
    const annotations = part.annotations.map((annotation, annotation_index) =>
      this.#frame('output_text.annotation.added', { ...this.#message, annotation_index, annotation }),
    )
    const item = messageItem(this.#state, this.#head)
    return [
      ...annotations,
      this.#frame('output_text.done', { ...this.#message, text: part.text, logprobs: [] }),
      this.#frame('content_part.done', { ...this.#message, part }),
      ...refusalParts(this.#state).map((refused) => this.#refusal(refused)),
      this.#frame('output_item.done', { output_index: 0, item }),
    ].join('')
  }

  /** It comes as a whole: what the model said of it before is text. */
  #refusal(part: { type: string; refusal: string }): string {
    const place = { ...this.#message, content_index: 1 }
    const { refusal } = part
    return [
      this.#frame('content_part.added', { ...place, part: { ...part, refusal: '' } }),
      this.#frame('refusal.delta', { ...place, delta: refusal }),
      this.#frame('refusal.done', { ...place, refusal }),
      this.#frame('content_part.done', { ...place, part }),
    ].join('')
  }

  #calls(): string {
    const written = this.#state.calls.flatMap((call, index) => {
      const output_index = index + (this.#isOpen ? 1 : 0)
      const place = { output_index, item_id: itemId('fc', this.#head, index + 1) }
      const item = (status: 'in_progress' | 'completed') => ({
        output_index,
        item: callItem(call, this.#head, index, status),
      })
      const { name, arguments: given } = call
      return [
        this.#frame('output_item.added', item('in_progress')),
        this.#frame('function_call_arguments.delta', { ...place, delta: given }),
        this.#frame('function_call_arguments.done', { ...place, name, arguments: given }),
        this.#frame('output_item.done', item('completed')),
      ]
    })
    return written.join('')
  }

  /** As a server's tools are told: a call with its arguments, an approval as a whole. */
  #acted(items: readonly ActedItem[]): string {
    const before = this.#state.calls.length + (this.#isOpen ? 1 : 0)
    const written = items.flatMap((item, index) => {
      const output_index = before + index
      if (item.type === 'mcp_approval_request')
        return [
          this.#frame('output_item.added', { output_index, item }),
          this.#frame('output_item.done', { output_index, item }),
        ]
      const place = { output_index, item_id: item.id }
      const begun = { ...item, ...{ status: 'in_progress', arguments: '', output: null, error: null } }
      return [
        this.#frame('output_item.added', { output_index, item: begun }),
        this.#frame('mcp_call.in_progress', place),
        this.#frame('mcp_call_arguments.delta', { ...place, delta: item.arguments }),
        this.#frame('mcp_call_arguments.done', { ...place, arguments: item.arguments }),
        this.#frame(item.status === 'completed' ? 'mcp_call.completed' : 'mcp_call.failed', place),
        this.#frame('output_item.done', { output_index, item }),
      ]
    })
    return written.join('')
  }

  #frame(event: string, fields: object): string {
    const type = `response.${event}`
    const data = JSON.stringify({ type, sequence_number: this.#sequence++, ...fields })
    return `event: ${type}\ndata: ${data}\n\n`
  }
}
