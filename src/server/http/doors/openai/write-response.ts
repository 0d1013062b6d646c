import { randomBytes } from 'node:crypto'
import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import { isWhole } from '../../../../shared/chat/parts.ts'
import { replySettings } from '../../../domain/doors/doors.ts'
import type { LinkToSource } from '../../../domain/doors/source-links.ts'
import { Failure } from '../../../domain/failure.ts'
import { citationsOf } from './annotations.ts'
import { openAiError } from './errors.ts'
import type { ReplyState } from './reply-state.ts'

/** What all descriptions of one response have in common. */
export interface ResponseHead {
  id: string
  /** In seconds since 1970. */
  created: number
  model: string
  store: boolean
  instructions: string | null
  previous: string | null
  maxOutputTokens: number | null
  metadata: Record<string, string>
  tools: readonly object[]
  toolChoice: unknown
  parallel: boolean
  linkTo: LinkToSource
}

type Status = 'in_progress' | 'completed' | 'incomplete' | 'failed' | 'cancelled'

/** Describes a response as it is now. */
export function responseOf(state: ReplyState, head: ResponseHead, status = statusOf(state)): object {
  const isOver = status !== 'in_progress'
  return {
    id: head.id,
    object: 'response',
    created_at: head.created,
    completed_at: status === 'completed' ? Math.floor(Date.now() / 1000) : null,
    status,
    background: false,
    error: state.end instanceof Failure ? responseError(state.end) : null,
    incomplete_details: status === 'incomplete' ? { reason: 'max_output_tokens' } : null,
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
  return end === 'length' ? 'incomplete' : 'completed'
}

const responseError = (failure: Failure) => ({
  code: failure.code === 'rate_limited' ? 'rate_limit_exceeded' : 'server_error',
  message: openAiError(failure).error.message,
})

/** Ids of items are made of the response's, so that a response always describes itself in the same way. */
const itemId = (kind: 'msg' | 'fc', { id }: ResponseHead, number = 0) =>
  `${kind}_${id.replace(/^resp_/, '')}${number > 0 ? `_${number}` : ''}`

function outputOf(state: ReplyState, head: ResponseHead): object[] {
  const calls = state.calls.map((call, index) => callItem(call, head, index, 'completed'))
  const hasMessage = state.text !== '' || calls.length === 0
  return [...(hasMessage ? [messageItem(state, head)] : []), ...calls]
}

function messageItem(state: ReplyState, head: ResponseHead, status?: 'in_progress'): object {
  return {
    id: itemId('msg', head),
    type: 'message',
    status: status ?? (statusOf(state) === 'completed' ? 'completed' : 'incomplete'),
    role: 'assistant',
    content: status ? [] : [textPart(state, head)],
  }
}

const textPart = ({ text, sources }: ReplyState, { linkTo }: ResponseHead) => ({
  type: 'output_text',
  text,
  annotations: citationsOf(text, sources, linkTo).map((citation) => ({ type: 'url_citation', ...citation })),
  logprobs: [],
})

function callItem(
  { id, name, arguments: given }: ReplyState['calls'][number],
  head: ResponseHead,
  index: number,
  status: 'in_progress' | 'completed',
): object {
  return {
    id: itemId('fc', head, index + 1),
    type: 'function_call',
    status,
    call_id: id,
    name,
    arguments: status === 'completed' ? given : '',
  }
}

function usageOf(state: ReplyState): object {
  const { input, output } = state.usage()
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input + output,
  }
}

/** Creates an id for a response that is not stored. */
export const unstoredId = () => `resp_${randomBytes(16).toString('hex')}`

/** Creates the function that writes the events of one reply as the stream of a response. */
export function responseFrames(state: ReplyState, head: ResponseHead): (event: ReplyEvent) => string {
  let sequence = 0
  let isOpen = false
  const frame = (type: string, fields: object) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence++, ...fields })}\n\n`
  const message = { item_id: itemId('msg', head), output_index: 0, content_index: 0 }

  function open(): string {
    if (isOpen) return ''
    isOpen = true
    return [
      frame('response.output_item.added', {
        output_index: 0,
        item: messageItem(state, head, 'in_progress'),
      }),
      frame('response.content_part.added', {
        ...message,
        part: { type: 'output_text', text: '', annotations: [], logprobs: [] },
      }),
    ].join('')
  }

  function close(): string {
    if (!isOpen) return ''
    const part = textPart(state, head)
    const annotations = part.annotations.map((annotation, annotation_index) =>
      frame('response.output_text.annotation.added', { ...message, annotation_index, annotation }),
    )
    return [
      ...annotations,
      frame('response.output_text.done', { ...message, text: state.text, logprobs: [] }),
      frame('response.content_part.done', { ...message, part }),
      frame('response.output_item.done', { output_index: 0, item: messageItem(state, head) }),
    ].join('')
  }

  function calls(): string {
    return state.calls
      .map((call, index) => {
        const place = { output_index: index + (isOpen ? 1 : 0), item_id: itemId('fc', head, index + 1) }
        const { output_index } = place
        return [
          frame('response.output_item.added', {
            output_index,
            item: callItem(call, head, index, 'in_progress'),
          }),
          frame('response.function_call_arguments.delta', { ...place, delta: call.arguments }),
          frame('response.function_call_arguments.done', {
            ...place,
            name: call.name,
            arguments: call.arguments,
          }),
          frame('response.output_item.done', {
            output_index,
            item: callItem(call, head, index, 'completed'),
          }),
        ].join('')
      })
      .join('')
  }

  function end(): string {
    const status = statusOf(state)
    // An answer without text and without calls still has its one message.
    const opened = state.calls.length === 0 && status !== 'failed' ? open() : ''
    return [
      opened,
      close(),
      calls(),
      frame(`response.${status}`, { response: responseOf(state, head) }),
      'data: [DONE]\n\n',
    ].join('')
  }

  return (event) => {
    const added = state.take(event)
    if (isWhole(event)) return ''
    switch (event.type) {
      case 'started': {
        const response = responseOf(state, head)
        return frame('response.created', { response }) + frame('response.in_progress', { response })
      }
      case 'words':
        if (added === '') return ''
        return open() + frame('response.output_text.delta', { ...message, delta: added, logprobs: [] })
      case 'reasoning':
      case 'truncated':
        return ''
      case 'finished':
      case 'stopped':
      case 'interrupted':
      case 'failed':
        return end()
      default:
        return event satisfies never
    }
  }
}
