import type { ReplyPart } from '../../../../shared/chat/part-kinds.ts'
import { logOf } from '../../../../shared/chat/parts.ts'
import type { ToolCallPart } from '../../../../shared/tools/tool-fields.ts'
import type { ReadReply } from '../../../domain/doors/door-questions.ts'
import {
  isOpen,
  type KeyDecision,
  keyDecisionSchema,
  plainQuestion,
} from '../../../domain/doors/key-decisions.ts'
import { invalidRequest } from './errors.ts'
import type { ResponseRequest } from './responses-schemas.ts'

/** A call with the id of its part in the reply. */
export type ActedCall = ToolCallPart & { id: number }

/** Where a response begins that goes on with a reply: at a part, and at that part's place in the log. */
export interface ResponseStart {
  id: number
  at: number
}

/** The id says what was shown, so that nothing else is approved with it. */
export const approvalId = ({ call, digest }: ToolCallPart) => `mcpr_${call.replaceAll('-', '')}_${digest}`

export const callsOf = (parts: readonly ReplyPart[]): ActedCall[] =>
  parts.flatMap((part) => (part.kind === 'tool' ? [part] : []))

/**
 * What a request decides: by approvals, or, where a reply waits for nothing but the answer to one question, by its text.
 * Null for a question, before which nothing that waits is done.
 * @throws {Failure} `validation_failed`
 */
export function decisionsIn(
  request: ResponseRequest,
  previous: ReadReply | null,
  text: string,
): KeyDecision[] | null {
  const items = typeof request.input === 'string' ? [] : request.input
  const approvals = items.flatMap((item, index) =>
    'type' in item && item.type === 'mcp_approval_response' ? [{ item, at: `input[${index}]` }] : [],
  )
  if (approvals.length === 0) return answerIn(previous, text)
  if (!previous)
    throw invalidRequest(
      'Approve what a stored response asks: send its id as previous_response_id.',
      'previous_response_id',
    )
  if (items.some((item) => 'role' in item || item.type === 'function_call_output') || request.tools?.length)
    throw invalidRequest('Send approvals alone. The response goes on with them; ask after that.', 'input')
  return approvals.map(({ item, at }) => {
    const [, hex, digest] = /^mcpr_([0-9a-f]{32})_([0-9a-f]{64})$/.exec(item.approval_request_id) ?? []
    if (hex === undefined) throw invalidRequest('There is no such request.', `${at}.approval_request_id`)
    const decision = item.approve ? { kind: 'once' } : { kind: 'refuse', words: item.reason ?? '' }
    return readDecision({ call: withDashes(hex), digest, decision }, `${at}.reason`)
  })
}

export const withDashes = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

function answerIn(previous: ReadReply | null, answer: string): KeyDecision[] | null {
  const asked = previous?.state === 'waiting' ? plainQuestion(callsOf(previous.parts)) : null
  if (!asked || answer.trim() === '') return null
  const decision = { kind: 'answer', action: 'accept', content: { answer } }
  return [readDecision({ call: asked.call, digest: asked.digest, decision }, 'input')]
}

function readDecision(given: object, at: string): KeyDecision {
  const read = keyDecisionSchema.safeParse(given)
  if (read.success) return read.data
  throw invalidRequest(read.error.issues[0]?.message ?? 'This is not a decision.', at)
}

/** Which part a response shows first that follows decisions: the first of those that were not done before. */
export function startOf({ parts }: ReadReply, decisions: readonly KeyDecision[]): number {
  const decided = new Set(decisions.map(({ call }) => call))
  const shown = callsOf(parts).filter(
    (call) => decided.has(call.call) || isOpen(call) || call.status.state === 'allowed',
  )
  return Math.min(...shown.map(({ id }) => id))
}

/** @returns undefined for a response that shows its reply from the beginning */
export function startAt(parts: readonly ReplyPart[], id: number | undefined): ResponseStart | undefined {
  const index = id === undefined ? -1 : parts.findIndex((part) => part.kind === 'tool' && part.id === id)
  if (id === undefined || index === -1) return undefined
  return { id, at: parts.slice(0, index).reduce((length, part) => length + logOf(part).length, 0) }
}
