import type { ReplyEvent } from '../../shared/chat/chat.ts'
import { passItems } from '../base/pass-items.ts'
import type { Answers, AskedOnce } from '../domain/chat/answers.ts'
import type { ReplyParts } from '../domain/chat/reply.ts'
import type { Leaving } from '../domain/operation/leaving.ts'
import { noticeOfSilence } from '../domain/trust/silence.ts'
import type { AppContext } from './context.ts'
import { replyStream } from './reply-stream.ts'

export interface AnsweringOnce {
  answers: Answers
  /** Aborted when the server shuts down; running replies end with the text they have. */
  shutdown: AbortSignal
  /** Without it new replies are begun until then. */
  leaving?: Pick<Leaving, 'refuseNew'>
}

/**
 * Responds with a reply that is not stored; closing the connection aborts the model request, and so
 * does a suspension of the wallet, on whichever server.
 * @throws {Failure} `not_ready` while the server leaves, and as `Answers.answerOnce`
 */
export async function answerOnce(
  c: AppContext,
  { shutdown, leaving, ...options }: AnsweringOnce,
  asked: AskedOnce,
  begin: (parts: ReplyParts) => AsyncIterable<ReplyEvent>,
): Promise<Response> {
  leaving?.refuseNew()
  const { requestId, log } = c.var
  return replyStream(async (gone) => {
    const silenced = new AbortController()
    const stopped = AbortSignal.any([gone, silenced.signal])
    const forget = c.var.onSessionsEnded((notices) => {
      if (asked.wallet !== null && notices.includes(noticeOfSilence(asked.wallet))) silenced.abort()
    })
    gone.addEventListener('abort', forget, { once: true })
    try {
      const context = { requestId, log, shutdown, stopped }
      return passItems(await options.answers.answerOnce(asked, context, begin), { over: forget })
    } catch (error) {
      forget()
      throw error
    }
  }, options)
}
