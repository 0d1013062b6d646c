import { unstorable } from '../../../shared/text/plain-text.ts'
import type { Decision } from '../../../shared/tools/decisions.ts'
import { isAskedAlways } from '../../../shared/tools/tool-states.ts'
import type { CallChange, ToolCallRow } from '../../db/tools/tool-calls.ts'
import { Failure } from '../failure.ts'
import { faultsOf } from './answer-faults.ts'

/**
 * What a decision makes of a call.
 * @throws {Failure} `validation_failed` for one that the call does not wait for, or that can't be stored
 */
export function changeFor(row: ToolCallRow, decision: Decision, now: Date): CallChange {
  const { state, waitsFor } = row
  const decided = { waitsFor: null, decidedAt: now }
  if (!unstorable(decision).next().done)
    throw new Failure('validation_failed', 'The answer has a character that can’t be stored.')
  switch (decision.kind) {
    case 'once':
    case 'always':
      if (waitsFor !== 'consent' || state !== 'waiting') throw notAsked()
      if (decision.kind === 'always' && isAskedAlways(row.reasons ?? []))
        throw new Failure('validation_failed', 'This can only be allowed once.', {
          errors: { decision: 'This can only be allowed once.' },
        })
      return { ...decided, state: 'allowed', allowedBy: decision.kind }
    case 'refuse':
      if (state !== 'waiting') throw notAsked()
      return { ...decided, state: 'refused', words: decision.words, endedAt: now }
    case 'answer': {
      if (waitsFor !== 'input' || state !== 'waiting') throw notAsked()
      const { action, content } = decision
      if (action !== 'accept') return { ...decided, state: 'allowed', answer: { action } }
      checkAnswer(row, content)
      return { ...decided, state: 'allowed', answer: { action, ...(content && { content }) } }
    }
    case 'settle':
      if (state !== 'unknown' || decision.as === 'again') throw notAsked()
      return { ...decided, ...settled(decision.as, now) }
    default:
      return decision satisfies never
  }
}

function settled(as: 'happened' | 'did-not', now: Date): CallChange {
  switch (as) {
    case 'happened':
      return {
        state: 'done',
        result: 'The person says that this happened. Its result is not known.',
        endedAt: now,
      }
    case 'did-not':
      return { state: 'failed', result: 'The person says that this did not happen.', endedAt: now }
    default:
      return as satisfies never
  }
}

const notAsked = () => {
  const message = 'This call does not wait for that.'
  return new Failure('validation_failed', message, { errors: { decision: message } })
}

/** How a call stands that somebody else has decided. */
export function alreadyDecided(row: ToolCallRow): Failure {
  return new Failure('already_decided', decidedWords[row.state], { errors: { state: row.state } })
}

const decidedWords: Record<ToolCallRow['state'], string> = {
  proposed: 'This was decided already.',
  waiting: 'This waits for something else now.',
  allowed: 'This was allowed already.',
  running: 'This was allowed already, and is being done.',
  done: 'This was allowed already, and is done.',
  failed: 'This was allowed already, and failed.',
  refused: 'This was refused already.',
  superseded: 'The conversation has gone on without this.',
  expired: 'The time for a decision is over.',
  unknown: 'It is not known whether this happened.',
}

/** What is wrong with an answer stands at its fields. @throws {Failure} `validation_failed` */
function checkAnswer({ question }: ToolCallRow, content: Record<string, unknown> = {}): void {
  if (!question) return
  const faults = Object.entries(faultsOf(question, content))
  if (faults.length === 0) return
  const errors = Object.fromEntries(
    faults.map(([field, fault]) => [
      ['decision.content', field].filter((one) => one !== '').join('.'),
      fault,
    ]),
  )
  throw new Failure('validation_failed', 'The answer is not complete yet.', { errors })
}
