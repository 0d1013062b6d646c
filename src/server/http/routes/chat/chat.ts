import { Hono } from 'hono'
import {
  chatRequestSchema,
  type Engine,
  engineSchema,
  replyEventSchema,
} from '../../../../shared/chat/chat.ts'
import { CHAT_BODY_BYTES } from '../../../../shared/common/limits.ts'
import type { Payer } from '../../../../shared/models/model-choice.ts'
import { HERE } from '../../../../shared/models/model-ref.ts'
import { modelListQuerySchema } from '../../../../shared/models/models.ts'
import type { FoundAnswering } from '../../../db/agents/find-answering-agent.ts'
import { defaultAgent } from '../../../domain/chat/default-agent.ts'
import { reply } from '../../../domain/chat/reply.ts'
import { actingOnce } from '../../../domain/chat/reply-tools.ts'
import { noSuch } from '../../../domain/failure.ts'
import { agentsModelOf } from '../../../domain/models/choose-model.ts'
import { type AnsweringOnce, answerOnce } from '../../answer-once.ts'
import type { AppContext, AppEnv } from '../../context.ts'
import { events, json, operation } from '../../operation.ts'
import { walletOrVisitor } from '../../request.ts'

interface ChatDependencies extends AnsweringOnce {
  /** Null if the agent does not exist or is hidden from this wallet (decision 8); `wallet` is null for a visitor. */
  findAgent: (id: string, wallet: string | null) => Promise<FoundAnswering | null>
  /** @throws {Failure} why there is no such agent, where there is more to say than that */
  refuseAgent?: (id: string) => Promise<never>
  /** Whether a request comes from the operator, who can configure a model; if absent, no request does. */
  isOperator?: (c: AppContext) => Promise<boolean>
  /** The model of this machine, which answers one question at a time. */
  local?: { readonly waiting: number } | null
}

/** The chat routes. An invalid request gets a problem; once the stream has begun, an error is sent as an event. */
export function chatRoutes(deps: ChatDependencies) {
  return new Hono<AppEnv>()
    .get(
      '/chat/engine',
      operation({
        tag: 'chat',
        summary: 'Which engine answers, for an agent or where none is named',
        query: modelListQuerySchema,
        answers: { 200: json('The engine.', engineSchema) },
      }),
      async (c) => {
        const { agent: agentId = null } = c.req.valid('query')
        const wallet = agentId === null ? null : await walletOrVisitor(c)
        const found = agentId === null ? null : await deps.findAgent(agentId, wallet)
        const agent = found && agentsModelOf(found)
        const answering = await deps.answers.engineFor({ agentId, wallet, agent })
        return c.json(await shownEngine(answering, c, deps), 200, { 'cache-control': 'no-store' })
      },
    )
    .post(
      '/chat',
      operation({
        act: 'speaking',
        tag: 'chat',
        summary: 'Ask an agent; the reply streams, and closing the connection stops it',
        body: chatRequestSchema,
        answers: { 200: events('The reply, event by event.', replyEventSchema) },
        errors: ['not_found', 'taken_down'],
        bodyBytes: CHAT_BODY_BYTES,
        asksModel: true,
        storesNothing: true,
      }),
      async (c) => {
        const { agentId, message, history, greeting, model: wanted } = c.req.valid('json')
        const wallet = agentId ? ((await c.get('readSession')())?.user.address ?? null) : null
        const agent = agentId ? await deps.findAgent(agentId, wallet) : defaultAgent
        if (!agent) {
          await deps.refuseAgent?.(agentId ?? '')
          noSuch('agent')
        }

        const asked = {
          ...{ agentId: agentId ?? null, wallet, begins: !history?.length },
          agent: agentsModelOf(agent),
          ...(wanted !== undefined && { wanted }),
          acts: actingOnce(message, history),
        }
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

async function shownEngine(
  { engine, payer }: { engine: Engine; payer: Payer },
  c: AppContext,
  { isOperator, local }: ChatDependencies,
): Promise<Engine> {
  switch (engine.kind) {
    case 'provider':
      return { ...engine, payer }
    case 'local':
      return engine.server === HERE && local?.waiting ? { ...engine, waiting: local.waiting } : engine
    case 'offline':
      return (await isOperator?.(c)) ? { ...engine, canBeReplaced: true } : engine
    default:
      return engine satisfies never
  }
}
