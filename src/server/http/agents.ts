import { Hono } from 'hono'
import {
  agentChangesSchema,
  agentListQuerySchema,
  myAgentsQuerySchema,
  newAgentSchema,
} from '../../shared/agents.ts'
import { limits } from '../../shared/limits.ts'
import type { Agents } from '../domain/agents/agents.ts'
import type { AppContext, AppEnv } from './context.ts'
import { jsonBody } from './json-body.ts'
import { pathId } from './path-id.ts'
import { signedInWallet } from './request.ts'
import { signedIn } from './signed-in.ts'
import { validate } from './validate.ts'

/** The fields of an agent and an embedded image, which base64 makes longer by a third. */
export const AGENT_BODY_BYTES = 64 * 1024 + Math.ceil(limits.uploadBytes / 3) * 4

/** `/api/agents` and `/api/me/agents` (decisions 7-14). Whose an agent is comes from the session alone. */
export function agentsRoutes(agents: Agents) {
  return new Hono<AppEnv>()
    .get('/agents', validate('query', agentListQuerySchema), async (c) =>
      c.json(await agents.list(c.req.valid('query')), 200),
    )
    .get('/me/agents', signedIn, validate('query', myAgentsQuerySchema), async (c) =>
      c.json(await agents.listOwned(await signedInWallet(c), c.req.valid('query')), 200),
    )
    .post('/agents', signedIn, jsonBody(AGENT_BODY_BYTES), validate('json', newAgentSchema), async (c) => {
      const { agent, created } = await agents.create(await signedInWallet(c), c.req.valid('json'))
      c.header('location', `/api/agents/${agent.id}`)
      return c.json(agent, created ? 201 : 200)
    })
    .get('/agents/:id', async (c) => c.json(await agents.open(pathId(c), await walletOrVisitor(c)), 200))
    .patch(
      '/agents/:id',
      signedIn,
      jsonBody(AGENT_BODY_BYTES),
      validate('json', agentChangesSchema),
      async (c) => c.json(await agents.change(pathId(c), await signedInWallet(c), c.req.valid('json')), 200),
    )
    .delete('/agents/:id', signedIn, async (c) => {
      await agents.remove(pathId(c), await signedInWallet(c))
      return c.body(null, 204)
    })
    .post('/agents/:id/restore', signedIn, async (c) =>
      c.json(await agents.restore(pathId(c), await signedInWallet(c)), 200),
    )
    .post('/agents/:id/publish', signedIn, async (c) =>
      c.json(await agents.publish(pathId(c), await signedInWallet(c)), 200),
    )
    .put('/agents/:id/upvote', signedIn, async (c) =>
      c.json(await agents.setUpvote(pathId(c), await signedInWallet(c), true), 200),
    )
    .delete('/agents/:id/upvote', signedIn, async (c) =>
      c.json(await agents.setUpvote(pathId(c), await signedInWallet(c), false), 200),
    )
}

async function walletOrVisitor(c: AppContext): Promise<string | null> {
  return (await c.var.readSession())?.user.address ?? null
}
