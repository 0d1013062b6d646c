import { Hono } from 'hono'
import { replyEventSchema } from '../../../../shared/chat/chat.ts'
import { tryOutSchema } from '../../../../shared/chat/try-out.ts'
import { CHAT_BODY_BYTES } from '../../../../shared/common/limits.ts'
import type { Agents } from '../../../domain/agents/agents.ts'
import { reply } from '../../../domain/chat/reply.ts'
import { actingOnce } from '../../../domain/chat/reply-tools.ts'
import { type AnsweringOnce, answerOnce } from '../../answer-once.ts'
import type { AppEnv } from '../../context.ts'
import { events, operation, ownerErrors } from '../../operation.ts'
import { pathId } from '../../request.ts'

/** Maximum size of a body: a chat request, and an agent with the longest texts and every character of them escaped. */
const TRY_OUT_BYTES = CHAT_BODY_BYTES + 128 * 1024

interface TryOutDependencies extends AnsweringOnce {
  agents: Pick<Agents, 'requireUp' | 'findAnswering'>
}

const tried = {
  tag: 'chat',
  signedIn: true,
  body: tryOutSchema,
  answers: { 200: events('The reply, event by event.', replyEventSchema) },
  bodyBytes: TRY_OUT_BYTES,
  asksModel: true,
  storesNothing: true,
} as const

/**
 * An agent of the caller, or one that is only described so far, answers with the draft settings in the request. That is
 * not recorded: analytics show how people use an agent, while here its owner tests unpublished changes.
 */
export function tryOutRoutes(deps: TryOutDependencies) {
  return new Hono<AppEnv>()
    .post(
      '/agents/:id/try-out',
      operation({
        act: 'speaking',
        ...tried,
        summary:
          "Ask one's own agent as it would be; the reply streams, closing the connection stops it, and nothing is kept",
        errors: [...ownerErrors, 'taken_down'],
      }),
      async (c) => {
        const { draft, message, history, greeting } = c.req.valid('json')
        const agentId = pathId(c, 'There is no such agent.')
        const wallet = c.var.wallet
        await deps.agents.requireUp(agentId, wallet)
        const agentsOwn = { model: draft.model, tools: draft.tools, owner: wallet }
        const acts = actingOnce(message, history, { untrusted: false, private: true })
        const asked = { agentId, wallet, agent: agentsOwn, acts }
        const stored = await deps.agents.findAnswering(agentId, wallet)
        const agent = {
          ...draft,
          persona: stored?.persona ?? null,
          ownDocuments: stored?.ownDocuments ?? null,
        }
        return answerOnce(c, deps, asked, (parts) =>
          reply(
            {
              ...{ agent, turns: history ?? [], greeting, text: message, asked },
              recollects: { agentId, wallet, use: 'try_outs' },
            },
            parts,
          ),
        )
      },
    )
    .post(
      '/try-out',
      operation({
        act: 'speaking',
        ...tried,
        summary:
          'Ask an agent that is not made yet; the reply streams, closing the connection stops it, and nothing is kept',
      }),
      async (c) => {
        const { draft, message, history, greeting } = c.req.valid('json')
        const wallet = c.var.wallet
        const agentsOwn = { model: draft.model, tools: draft.tools, owner: wallet }
        const asked = { agentId: null, wallet, agent: agentsOwn, acts: actingOnce(message, history) }
        return answerOnce(c, deps, asked, (parts) =>
          reply({ agent: draft, turns: history ?? [], greeting, text: message }, parts),
        )
      },
    )
}
