import type { Message } from '@a2a-js/sdk'
import { RequestMalformedError, UnsupportedOperationError } from '@a2a-js/sdk/errors'
import { type KeyDecision, keyDecisionSchema, plainQuestion } from '../../../domain/doors/key-decisions.ts'
import type { ReplyTask } from '../../../domain/doors/reply-tasks.ts'
import { Failure } from '../../../domain/failure.ts'

/**
 * Reads what a message decides about calls of its task. Words alone allow and refuse nothing; they answer a question of
 * a tool where the task waits for nothing else.
 */
export function readDecisions({ parts }: Message, { calls }: ReplyTask): KeyDecision[] {
  const given = parts.flatMap(({ content }) => (content?.$case === 'data' ? [content.value as unknown] : []))
  if (given.length > 0) return given.map(readDecision)
  const question = plainQuestion(calls)
  const answer = parts
    .map(({ content }) => (content?.$case === 'text' ? content.value : ''))
    .join('\n\n')
    .trim()
  if (!question || answer === '') throw new RequestMalformedError(DECIDE)
  const { call, digest } = question
  return [readDecision({ call, digest, decision: { kind: 'answer', action: 'accept', content: { answer } } })]
}

function readDecision(given: unknown): KeyDecision {
  const read = keyDecisionSchema.safeParse(given)
  if (read.success) return read.data
  throw new RequestMalformedError(`${read.error.issues[0]?.message ?? ''} ${DECIDE}`.trim())
}

/** Gives what a decision is refused for the protocol's errors; limits and keys concern the transport. */
export function asProtocolError(error: unknown): never {
  if (!(error instanceof Failure)) throw error
  switch (error.code) {
    case 'validation_failed':
    case 'not_found':
    case 'conflict':
      throw new RequestMalformedError(error.message)
    case 'already_decided':
    case 'call_expired':
      throw new UnsupportedOperationError(error.message)
    default:
      throw error
  }
}

const DECIDE =
  'This task waits for a decision: send a data part {call, digest, decision} with the call and digest of its status, and as decision {"kind": "once"}, {"kind": "refuse", "words": "…"}, or to a question {"kind": "answer", "content": {…}}. To ask something else, leave taskId out.'
