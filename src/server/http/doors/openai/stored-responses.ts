import { questionTextSchema } from '../../../../shared/chat/chat.ts'
import { limits } from '../../../../shared/common/limits.ts'
import { isPlainText } from '../../../../shared/text/plain-text.ts'
import type { Caller, ReadReply, ReplyPlace } from '../../../domain/doors/door-questions.ts'
import type { Doors } from '../../../domain/doors/doors.ts'
import { Failure } from '../../../domain/failure.ts'
import { withDashes } from './approvals.ts'
import { invalidRequest } from './errors.ts'
import type { SaidQuestion } from './read-messages.ts'
import type { ResponseRequest } from './responses-schemas.ts'

/**
 * The response's id names its conversation and its reply, so that nothing has to be looked up for it. A reply that goes
 * on after decisions is one more response, which begins with a later part.
 */
export const responseId = ({ conversationId, replyId }: ReplyPlace, start?: number) =>
  `resp_${(conversationId + replyId).replaceAll('-', '')}${start === undefined ? '' : `_${start}`}`

/** @throws {Failure} `not_found` for an id that no stored response has */
export function replyAt(id: string): ReplyPlace & { start?: number } {
  const [, conversation, reply, start] = /^resp_([0-9a-f]{32})([0-9a-f]{32})(?:_(\d{1,4}))?$/.exec(id) ?? []
  if (conversation === undefined || reply === undefined)
    throw new Failure('not_found', 'There is no such response, or it was not stored.')
  return {
    ...{ conversationId: withDashes(conversation), replyId: withDashes(reply) },
    ...(start !== undefined && { start: Number(start) }),
  }
}

export async function previousReply(
  doors: Doors,
  caller: Caller,
  { previous_response_id: id }: ResponseRequest,
): Promise<ReadReply | null> {
  if (id == null) return null
  try {
    return await doors.read(caller, replyAt(id))
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'not_found') throw error
    throw invalidRequest('There is no such response that this key has stored.', 'previous_response_id')
  }
}

/**
 * Whether a request is stored. What OpenAI stores by default is stored where a conversation can keep it; what was asked
 * for in so many words is refused where it can't.
 * @throws {Failure} `validation_failed`
 */
export function isStored(request: ResponseRequest, caller: Caller, said: SaidQuestion): boolean {
  const goesOn = request.previous_response_id != null
  if (goesOn && said.turns.length > 0)
    throw invalidRequest(
      'Give only what is new after previous_response_id: one message of the user.',
      'input',
    )
  if (request.store === false) {
    if (goesOn)
      throw invalidRequest(
        'A response that goes on with a stored one is stored as well; leave store out.',
        'store',
      )
    return false
  }
  const can = caller.wallet !== null && canKeep(said) && !request.tools?.length
  if (!can && (goesOn || request.store))
    throw invalidRequest(
      `Only messages of text can be stored, of at most ${limits.chatMessage.toLocaleString('en-US')} characters each of the user, without tools, and with a key. Send store: false.`,
      'store',
    )
  return can
}

/** Whether a conversation can have these messages: questions and answers by turns, of the lengths that it takes. */
function canKeep({ text, turns, pictures, following }: SaidQuestion): boolean {
  if (pictures || following || !questionTextSchema.safeParse(text).success) return false
  if (turns.length > limits.chatHistoryTurns || turns.length % 2 === 1) return false
  return turns.every(
    ({ role, content, pictures, calls }, index) =>
      role === (index % 2 === 0 ? 'user' : 'assistant') &&
      !pictures &&
      !calls &&
      (role === 'user'
        ? questionTextSchema.safeParse(content).success
        : content.length <= limits.chatHistoryTurn && isPlainText(content)),
  )
}
