import type { ReplyEvent } from '../../shared/chat/chat.ts'
import type { ReplyParts } from '../domain/chat/reply.ts'
import { windowOf } from '../domain/chat/window.ts'
import type { AskedReply, RecordReply } from '../domain/figures/record-replies.ts'
import type { ChatEngine } from '../llm/choose-engine.ts'
import type { AppContext } from './context.ts'
import type { ReplyMetrics } from './edge/metrics.ts'
import { replyStream } from './reply-stream.ts'

/** What it takes to answer without keeping anything. */
export interface AnsweringOnce {
  engine: ChatEngine
  /** Aborted when the server ends; running replies are let go with what they had said. */
  shutdown: AbortSignal
  /** `CHAT_WINDOW_TOKENS`. */
  windowTokens?: number | undefined
  metrics?: ReplyMetrics
  /** Records the replies of agents. */
  record?: RecordReply
  heartbeatMs?: number
}

/**
 * Answers with a reply that nobody keeps: closing the connection lets go of the model.
 * @param asked for whom it is recorded; null where it is nobody's
 * @param begin begins the reply
 */
export function answerOnce(
  c: AppContext,
  { engine, shutdown, windowTokens, metrics, record, heartbeatMs }: AnsweringOnce,
  asked: AskedReply | null,
  begin: (parts: ReplyParts) => AsyncIterable<ReplyEvent>,
): Promise<Response> {
  const { requestId, log } = c.var
  const parts = { ...engine, windowTokens: windowOf(engine.engine, windowTokens), requestId, log, shutdown }
  return replyStream((stopped) => {
    const events =
      asked && record
        ? record(asked, (because) => begin({ ...parts, stopped, because }))
        : begin({ ...parts, stopped })
    return metrics?.observe(events) ?? events
  }, heartbeatMs)
}
