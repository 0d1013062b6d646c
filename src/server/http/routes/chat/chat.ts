import { Hono } from 'hono'
import {
  chatRequestSchema,
  type Engine,
  engineSchema,
  replyEventSchema,
} from '../../../../shared/chat/chat.ts'
import { CHAT_BODY_BYTES } from '../../../../shared/common/limits.ts'
import type { FoundAnswering } from '../../../db/agents/find-answering-agent.ts'
import { defaultAgent } from '../../../domain/chat/default-agent.ts'
import { reply } from '../../../domain/chat/reply.ts'
import { Failure } from '../../../domain/failure.ts'
import { type AnsweringOnce, answerOnce } from '../../answer-once.ts'
import type { AppContext, AppEnv } from '../../context.ts'
import { events, json, operation } from '../../operation.ts'

interface ChatDependencies extends AnsweringOnce {
  /** Null if the agent does not exist or is hidden from this wallet (decision 8); `wallet` is null for a visitor. */
  findAgent: (id: string, wallet: string | null) => Promise<FoundAnswering | null>
  /** Whether a request comes from the operator, who can configure a model; if absent, no request does. */
  isOperator?: (c: AppContext) => Promise<boolean>
}

/** The chat routes. An invalid request gets a problem; once the stream has begun, an error is sent as an event. */
export function chatRoutes(deps: ChatDependencies) {
  return new Hono<AppEnv>()
    .get(
      '/chat/engine',
      operation({
        tag: 'chat',
        summary: 'Which engine answers',
        answers: { 200: json('The engine.', engineSchema) },
      }),
      async (c) => {
        const { engine } = await deps.answers.engineFor({ agentId: null, wallet: null })
        const canBeReplaced = engine.kind === 'offline' && (await deps.isOperator?.(c))
        const shown: Engine = canBeReplaced ? { ...engine, canBeReplaced } : engine
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
        const { agentId, message, history, greeting } = c.req.valid('json')
        const wallet = agentId ? ((await c.get('readSession')())?.user.address ?? null) : null
        const agent = agentId ? await deps.findAgent(agentId, wallet) : defaultAgent
        if (!agent) throw new Failure('not_found', 'There is no such agent.')

        const asked = { agentId: agentId ?? null, wallet, begins: !history?.length }
        return answerOnce(c, deps, asked, (parts) =>
          reply(
            {
              agent,
              turns: history ?? [],
              greeting,
              text: message,
              ...(agentId && agent.hasDocuments && { asked: { agentId, wallet } }),
            },
            parts,
          ),
        )
      },
    )
}
