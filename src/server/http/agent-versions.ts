import { Hono } from 'hono'
import { restoreVersionSchema } from '../../shared/agent-versions.ts'
import { duplicateSchema } from '../../shared/agents.ts'
import type { AgentVersions } from '../domain/agents/agent-versions.ts'
import { Failure } from '../domain/failure.ts'
import type { AppContext, AppEnv } from './context.ts'
import { jsonBody } from './json-body.ts'
import { pathId } from './path-id.ts'
import { signedInWallet } from './request.ts'
import { signedIn } from './signed-in.ts'
import { validate } from './validate.ts'

/** `/api/agents/{id}/versions` and `/api/agents/{id}/duplicate`: for the agent's owner. */
export function agentVersionsRoutes(versions: AgentVersions) {
  return new Hono<AppEnv>()
    .get('/agents/:id/versions', signedIn, async (c) =>
      c.json(await versions.list(pathId(c), await signedInWallet(c)), 200),
    )
    .post(
      '/agents/:id/versions/:number/restore',
      signedIn,
      jsonBody(),
      validate('json', restoreVersionSchema),
      async (c) => {
        const { basedOn } = c.req.valid('json')
        const owner = await signedInWallet(c)
        return c.json(await versions.restore(pathId(c), owner, pathNumber(c), basedOn), 200)
      },
    )
    .post('/agents/:id/duplicate', signedIn, jsonBody(), validate('json', duplicateSchema), async (c) => {
      const { id } = c.req.valid('json')
      const { agent, created } = await versions.duplicate(pathId(c), await signedInWallet(c), id)
      c.header('location', `/api/agents/${agent.id}`)
      return c.json(agent, created ? 201 : 200)
    })
}

/** @throws {Failure} `not_found` for what is no number of a version */
function pathNumber(c: AppContext): number {
  const number = c.req.param('number') ?? ''
  if (!/^[1-9][0-9]{0,8}$/.test(number)) throw new Failure('not_found', 'This version is not kept.')
  return Number(number)
}
