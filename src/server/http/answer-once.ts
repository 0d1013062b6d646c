import type { ReplyEvent } from '../../shared/chat/chat.ts'
import type { Answers, AskedOnce } from '../domain/chat/answers.ts'
import type { ReplyParts } from '../domain/chat/reply.ts'
import type { AppContext } from './context.ts'
import { replyStream } from './reply-stream.ts'

export interface AnsweringOnce {
  answers: Answers
  /** Aborted when the server shuts down; running replies end with the text they have. */
  shutdown: AbortSignal
}

/** Responds with a reply that is not stored; closing the connection aborts the model request. */
export function answerOnce(
  c: AppContext,
  { shutdown, ...options }: AnsweringOnce,
  asked: AskedOnce,
  begin: (parts: ReplyParts) => AsyncIterable<ReplyEvent>,
): Promise<Response> {
  const { requestId, log } = c.var
  return replyStream(
    (stopped) => options.answers.answerOnce(asked, { requestId, log, shutdown, stopped }, begin),
    options,
  )
}
