import { Hono } from 'hono'
import { DEFAULT_ENTITY } from '../../../shared/agents/agent-defaults.ts'
import type { AnsweringAgent, Engine } from '../../../shared/chat/chat.ts'
import { chatRequestSchema, engineSchema, replyEventSchema } from '../../../shared/chat/chat.ts'
import { CHAT_BODY_BYTES } from '../../../shared/common/limits.ts'
import type { FailureReason } from '../../../shared/figures.ts'
import { reply } from '../../domain/chat/reply.ts'
import { windowOf } from '../../domain/chat/window.ts'
import { Failure } from '../../domain/failure.ts'
import type { RecordReply } from '../../domain/figures/record-replies.ts'
import type { ChatEngine } from '../../llm/choose-engine.ts'
import type { AppContext, AppEnv } from '../context.ts'
import type { ReplyMetrics } from '../edge/metrics.ts'
import { events, json, operation } from '../operation.ts'
import { replyStream } from '../reply-stream.ts'

export interface ChatDependencies {
  engine: ChatEngine
  /** The agent as this wallet (null for a visitor) may talk to it; null where there is none or it is hidden (decision 8). */
  findAgent: (id: string, wallet: string | null) => Promise<AnsweringAgent | null>
  /** Aborted when the server ends; running replies are let go with what they had said. */
  shutdown: AbortSignal
  /** `CHAT_WINDOW_TOKENS`. */
  windowTokens?: number | undefined
  metrics?: ReplyMetrics
  /** Whether a request is the operator's, who can set a model; nobody's where it is left out. */
  isOperator?: (c: AppContext) => boolean
  /** Records the replies of agents; those of the default entity are nobody's. */
  record?: RecordReply
  heartbeatMs?: number
}

/** Section 5: who answers where no agent is loaded. */
const defaultAgent: AnsweringAgent = {
  name: DEFAULT_ENTITY.name,
  description: '',
  personality: DEFAULT_ENTITY.personality,
  capabilities: [...DEFAULT_ENTITY.capabilities],
  knowledgeDomains: [...DEFAULT_ENTITY.knowledgeDomains],
}

/** Replies, and who gives them. What is wrong with a request is a problem; once the stream has begun, an error is an event. */
export function chatRoutes(deps: ChatDependencies) {
  const { engine, ask } = deps.engine
  const windowTokens = windowOf(engine, deps.windowTokens)

  return new Hono<AppEnv>()
    .get(
      '/chat/engine',
      operation({
        tag: 'chat',
        summary: 'Which engine answers',
        answers: { 200: json('The engine.', engineSchema) },
      }),
      (c) => {
        const shown: Engine =
          engine.kind === 'offline' && deps.isOperator?.(c) ? { ...engine, canBeReplaced: true } : engine
        return c.json(shown, 200, { 'cache-control': 'no-store' })
      },
    )
    .post(
      '/chat',
      operation({
        tag: 'chat',
        summary: 'Ask an agent; the reply streams, and closing the connection stops it',
        body: chatRequestSchema,
        answers: { 200: events('The reply, event by event.', replyEventSchema) },
        errors: ['not_found'],
        bodyBytes: CHAT_BODY_BYTES,
        asksModel: true,
        storesNothing: true,
      }),
      async (c) => {
        const { agentId, message, history } = c.req.valid('json')
        const { requestId, log } = c.var
        const wallet = agentId ? ((await c.get('readSession')())?.user.address ?? null) : null
        const agent = agentId ? await deps.findAgent(agentId, wallet) : defaultAgent
        if (!agent) throw new Failure('not_found', 'There is no such agent.')

        return replyStream((gone) => {
          const begin = (because?: (why: FailureReason) => void) =>
            reply(
              { agent, turns: history ?? [], text: message },
              { engine, ask, windowTokens, requestId, log, stopped: gone, shutdown: deps.shutdown, because },
            )
          const begins = !history?.length
          const events = agentId && deps.record ? deps.record({ agentId, wallet, begins }, begin) : begin()
          return deps.metrics?.observe(events) ?? events
        }, deps.heartbeatMs)
      },
    )
}
