import type { ProblemCode } from '../../../../shared/common/errors.ts'
import { requestFailureOf, requestFailureText } from '../../../blocks/messages/request-failure.ts'
import { ApiError } from '../../../lib/http/api.ts'
import * as texts from '../texts.tsx'
import type { ReplyFailure } from './conversation.ts'

const announced: { readonly [code in ProblemCode]?: ReplyFailure } = {
  not_signed_in: { kind: 'signed-out' },
  reply_running: { kind: 'busy' },
  conversation_full: { kind: 'full' },
}

const inItsWords: ReadonlySet<ProblemCode | undefined> = new Set([
  'storage_full',
  'quota_reached',
  'database_unavailable',
  'files_unavailable',
] as const)

export function failureOf(error: unknown, now: Date): ReplyFailure {
  const problem = error instanceof ApiError ? error.problem : undefined
  const failure = problem && announced[problem.code]
  if (failure) return failure
  if (error instanceof ApiError && inItsWords.has(problem?.code))
    return { kind: 'refused', message: error.message }
  return requestFailureOf(error, now)
}

/** Empty if there is nothing to add to 'Not answered'. */
export function failureText(failure: ReplyFailure, now: Date, online: boolean): string {
  switch (failure.kind) {
    case 'signed-out':
      return texts.youSignedOutSignTry
    case 'busy':
      return texts.anotherReplyStillBeingWritten
    case 'full':
      return texts.conversationFullStartNewOne
    default: {
      const words = { gone: texts.agentNoLongerAnswers, many: 'messages' }
      return requestFailureText(failure, words, now, online)
    }
  }
}

export function logFailure(reason: unknown): void {
  // biome-ignore lint/suspicious/noConsole: section 8 asks for this line
  console.error(texts.errorGeneratingResponse, reason)
}
