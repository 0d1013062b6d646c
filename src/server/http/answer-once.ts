import type { ReplyEvent } from '../../shared/chat/chat.ts'
import type { AskedReply, RecordReply } from '../domain/analytics/record-replies.ts'
import type { ReplyParts } from '../domain/chat/reply.ts'
import { windowOf } from '../domain/chat/window.ts'
import type { Knowledge } from '../domain/knowledge/knowledge.ts'
import type { ChatEngine } from '../llm/choose-engine.ts'
import type { AppContext } from './context.ts'
import type { ReplyMetrics } from './edge/metrics.ts'
import { replyStream } from './reply-stream.ts'

/** The dependencies of a reply that is not stored. */
export interface AnsweringOnce {
  engine: ChatEngine
  /** Aborted when the server shuts down; running replies end with the text they have. */
  shutdown: AbortSignal
  /** The value of `CHAT_WINDOW_TOKENS`. */
  windowTokens?: number | undefined
  /** Finds passages in an agent's documents; without it nothing is cited. */
  findPassages?: Knowledge['findPassages'] | undefined
  metrics?: ReplyMetrics
  /** Records the replies of agents for analytics. */
  record?: RecordReply
  heartbeatMs?: number
}

/**
 * Responds with a reply that is not stored; closing the connection aborts the model request.
 * @param asked what the reply is recorded for; null if it belongs to no agent
 * @param begin starts the reply
 */
export function answerOnce(
  c: AppContext,
  { engine, shutdown, windowTokens, findPassages, metrics, record, heartbeatMs }: AnsweringOnce,
  asked: AskedReply | null,
  begin: (parts: ReplyParts) => AsyncIterable<ReplyEvent>,
): Promise<Response> {
  const { requestId, log } = c.var
  const parts = {
    ...engine,
    windowTokens: windowOf(engine.engine, windowTokens),
    findPassages,
    requestId,
    log,
    shutdown,
  }
  return replyStream(
    (stopped) => {
      const events =
        asked && record
          ? record(asked, (because) => begin({ ...parts, stopped, because }))
          : begin({ ...parts, stopped })
      return metrics?.observe(events) ?? events
    },
    { heartbeatMs },
  )
}
