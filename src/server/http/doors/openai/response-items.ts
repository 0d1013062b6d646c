import type { LinkToSource } from '../../../domain/doors/source-links.ts'
import { citationsOf } from './annotations.ts'
import { type ActedCall, approvalId } from './approvals.ts'
import type { ReplyState } from './reply-state.ts'

export interface ResponseHead {
  id: string
  /** In seconds since 1970. */
  created: number
  /** When it was completed, of a response that is read after its end. In seconds since 1970. */
  completed?: number
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
  /** The calls about which the request decides. */
  decided?: ReadonlySet<string>
}

/** The name of this place, for tools that are its own: the protocol knows tools of servers only. */
const PLACE = 'bionic'

/** Ids of items are made of the response's, so that a response always describes itself in the same way. */
export const itemId = (kind: 'msg' | 'fc', { id }: ResponseHead, number = 0) =>
  `${kind}_${id.replace(/^resp_/, '')}${number > 0 ? `_${number}` : ''}`

export function outputOf(state: ReplyState, head: ResponseHead): object[] {
  const calls = state.calls.map((call, index) => callItem(call, head, index, 'completed'))
  const acted = actedItems(state, head)
  const hasMessage = state.text !== '' || calls.length + acted.length === 0
  return [...(hasMessage ? [messageItem(state, head)] : []), ...calls, ...acted]
}

export function messageItem(state: ReplyState, head: ResponseHead, status?: 'in_progress'): object {
  return {
    id: itemId('msg', head),
    type: 'message',
    status: status ?? (state.end === 'stop' ? 'completed' : 'incomplete'),
    role: 'assistant',
    content: status ? [] : [textPart(state, head), ...refusalParts(state)],
  }
}

export const refusalParts = ({ refusal }: ReplyState) =>
  refusal === null ? [] : [{ type: 'refusal', refusal }]

export const textPart = ({ text, sources }: ReplyState, { linkTo }: ResponseHead) => ({
  type: 'output_text',
  text,
  annotations: citationsOf(text, sources, linkTo).map((citation) => ({ type: 'url_citation', ...citation })),
  logprobs: [],
})

export function callItem(
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

export type ActedItem = { id: string; arguments: string } & (
  | { type: 'mcp_call'; status: 'completed' | 'failed' | 'incomplete' }
  | { type: 'mcp_approval_request' }
)

/** What the agent did with tools of its own, and what waits to be approved. What is under way has no item. */
export function actedItems({ acted, start }: ReplyState, { decided }: ResponseHead): ActedItem[] {
  return acted.flatMap((call) => {
    const item = actedItem(call, decided?.has(call.call) || call.id === start?.id)
    return item ? [item] : []
  })
}

function actedItem(call: ActedCall, wasAsked: boolean): ActedItem | null {
  const { name, origin, status } = call
  const named = { name, server_label: origin ?? PLACE, arguments: call.arguments }
  const acted = (
    state: 'completed' | 'failed' | 'incomplete',
    output: string | null,
    why: string | null,
  ) => ({
    ...{ id: `mcp_${call.call.replaceAll('-', '')}`, type: 'mcp_call' as const, ...named, output },
    error: why === null ? null : { type: 'mcp_tool_execution_error', content: [{ type: 'text', text: why }] },
    ...{ status: state, approval_request_id: wasAsked ? approvalId(call) : null },
  })
  switch (status.state) {
    case 'waiting':
      if (status.wait.for !== 'consent') return null
      return { id: approvalId(call), type: 'mcp_approval_request', ...named }
    case 'done':
      return acted('completed', status.result, null)
    case 'failed':
      return acted('failed', null, status.why)
    case 'refused':
      return acted('incomplete', null, `This was refused. ${status.words}`.trim())
    case 'superseded':
      return acted('incomplete', null, 'The conversation has gone on without this.')
    case 'expired':
      return acted('incomplete', null, 'The time for a decision is over.')
    case 'unknown':
      return acted('incomplete', null, 'It is not known whether this happened.')
    case 'proposed':
    case 'allowed':
    case 'running':
      return null
    default:
      return status satisfies never
  }
}
