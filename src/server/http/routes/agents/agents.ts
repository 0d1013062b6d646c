import { Hono } from 'hono'
import {
  agentChangesSchema,
  agentListQuerySchema,
  agentPageSchema,
  agentSchema,
  myAgentsQuerySchema,
  newAgentSchema,
  upvoteCountSchema,
} from '../../../../shared/agents/agents.ts'
import { likeAgentsSchema } from '../../../../shared/agents/kept-agents.ts'
import { asShown } from '../../../../shared/agents/macros.ts'
import { limits } from '../../../../shared/common/limits.ts'
import { shownChoice } from '../../../../shared/models/model-choice.ts'
import { shownTools } from '../../../../shared/tools/agent-tools.ts'
import type { Agents } from '../../../domain/agents/agents.ts'
import type { NewAgents } from '../../../domain/agents/new-agents.ts'
import type { AppEnv } from '../../context.ts'
import { done, imageErrors, json, operation, ownerErrors } from '../../operation.ts'
import { pathId, walletOrVisitor } from '../../request.ts'

/** Maximum size of a body with an agent's fields and an embedded image; base64 makes the image a third longer. */
const AGENT_BODY_BYTES = 64 * 1024 + Math.ceil(limits.uploadBytes / 3) * 4

/** The routes `/api/agents` and `/api/me/agents` (decisions 7-14). The owner is taken from the session only. */
export function agentsRoutes(agents: Agents, newAgents: NewAgents) {
  return new Hono<AppEnv>()
    .route('/', findingRoutes(agents, newAgents))
    .route('/', owningRoutes(agents))
    .route('/', upvoteRoutes(agents))
}

function findingRoutes(agents: Agents, newAgents: NewAgents) {
  return new Hono<AppEnv>()
    .get(
      '/agents',
      operation({
        tag: 'agents',
        summary: 'Public, visible agents, newest first or as people talk with them',
        query: agentListQuerySchema,
        answers: { 200: json('A page of agents.', agentPageSchema) },
        errors: ['cursor_invalid'],
      }),
      async (c) => c.json(await agents.list(c.req.valid('query')), 200),
    )
    .get(
      '/me/agents',
      operation({
        tag: 'agents',
        signedIn: true,
        summary:
          "The wallet's own agents, drafts and hidden ones included: newest first, of a search those of that name before others",
        query: myAgentsQuerySchema,
        answers: { 200: json('A page of agents.', agentPageSchema) },
        errors: ['cursor_invalid'],
      }),
      async (c) => c.json(await agents.listOwned(c.var.wallet, c.req.valid('query')), 200),
    )
    .post(
      '/agents',
      operation({
        act: 'making',
        tag: 'agents',
        signedIn: true,
        summary: 'Make an agent',
        body: newAgentSchema,
        answers: {
          201: json('The agent.', agentSchema),
          200: json('The agent that an earlier try with the same id made.', agentSchema),
        },
        errors: [...imageErrors, 'conflict', 'quota_reached', 'too_new'],
        bodyBytes: AGENT_BODY_BYTES,
      }),
      async (c) => {
        const { agent, created } = await newAgents.create(c.var.wallet, c.req.valid('json'))
        c.header('location', `/api/agents/${agent.id}`)
        return c.json(agent, created ? 201 : 200)
      },
    )
    .get(
      '/agents/:id',
      operation({
        tag: 'agents',
        summary: 'One agent; drafts open by their link, hidden agents for their owner alone',
        answers: { 200: json('The agent.', agentSchema) },
        errors: ['not_found'],
      }),
      async (c) => {
        const wallet = await walletOrVisitor(c)
        const agent = await agents.show(pathId(c), wallet)
        // Its owner edits what this answers.
        return c.json(
          agent.owner === wallet
            ? agent
            : { ...asShown(agent), model: shownChoice(agent.model), tools: shownTools(agent.tools) },
          200,
        )
      },
    )
    .get(
      '/agents/:id/like',
      operation({
        tag: 'agents',
        summary: 'Some public agents that share the most with one',
        answers: { 200: json('The agents, the most alike first.', likeAgentsSchema) },
        errors: ['not_found'],
      }),
      async (c) => c.json(await agents.like(pathId(c), await walletOrVisitor(c)), 200),
    )
}

function owningRoutes(agents: Agents) {
  return new Hono<AppEnv>()
    .patch(
      '/agents/:id',
      operation({
        act: 'making',
        tag: 'agents',
        signedIn: true,
        summary: 'Change an agent',
        body: agentChangesSchema,
        answers: { 200: json('The changed agent.', agentSchema) },
        errors: [...imageErrors, ...ownerErrors, 'conflict', 'quota_reached'],
        bodyBytes: AGENT_BODY_BYTES,
      }),
      async (c) => c.json(await agents.change(pathId(c), c.var.wallet, c.req.valid('json')), 200),
    )
    .delete(
      '/agents/:id',
      operation({
        tag: 'agents',
        signedIn: true,
        summary: 'Delete an agent, which can be undone for ten seconds',
        answers: { 204: done('It is deleted.') },
        errors: [...ownerErrors],
      }),
      async (c) => {
        await agents.remove(pathId(c), c.var.wallet)
        return c.body(null, 204)
      },
    )
    .post(
      '/agents/:id/restore',
      operation({
        tag: 'agents',
        signedIn: true,
        summary: 'Undo the deletion of an agent',
        answers: { 200: json('The agent.', agentSchema) },
        errors: [...ownerErrors, 'undo_expired'],
      }),
      async (c) => c.json(await agents.restore(pathId(c), c.var.wallet), 200),
    )
    .post(
      '/agents/:id/publish',
      operation({
        act: 'making',
        tag: 'agents',
        signedIn: true,
        summary: 'List a draft',
        answers: { 200: json('The agent.', agentSchema) },
        errors: [...ownerErrors, 'too_new'],
      }),
      async (c) => c.json(await agents.publish(pathId(c), c.var.wallet), 200),
    )
}

function upvoteRoutes(agents: Agents) {
  return new Hono<AppEnv>()
    .put(
      '/agents/:id/upvote',
      operation({
        act: 'speaking',
        tag: 'agents',
        signedIn: true,
        summary: 'Upvote an agent; a wallet has one vote',
        answers: { 200: json('The count with this vote.', upvoteCountSchema) },
        errors: ['not_found'],
      }),
      async (c) => c.json(await agents.setUpvote(pathId(c), c.var.wallet, true), 200),
    )
    .delete(
      '/agents/:id/upvote',
      operation({
        tag: 'agents',
        signedIn: true,
        summary: 'Take an upvote back',
        answers: { 200: json('The count without this vote.', upvoteCountSchema) },
        errors: ['not_found'],
      }),
      async (c) => c.json(await agents.setUpvote(pathId(c), c.var.wallet, false), 200),
    )
}
