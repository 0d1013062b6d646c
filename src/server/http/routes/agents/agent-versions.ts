import { Hono } from 'hono'
import { agentVersionsSchema, restoreVersionSchema } from '../../../../shared/agents/agent-versions.ts'
import { agentSchema } from '../../../../shared/agents/agents.ts'
import { duplicateSchema } from '../../../../shared/agents/kept-agents.ts'
import { storedPersonaSchema } from '../../../../shared/agents/own-persona.ts'
import type { AgentVersions } from '../../../domain/agents/agent-versions.ts'
import { Failure } from '../../../domain/failure.ts'
import type { AppContext, AppEnv } from '../../context.ts'
import { json, operation, ownerErrors } from '../../operation.ts'
import { pathId } from '../../request.ts'

/** The routes `/api/agents/{id}/versions` and `/api/agents/{id}/duplicate`, for the agent's owner. */
export function agentVersionsRoutes(versions: AgentVersions) {
  return new Hono<AppEnv>()
    .get(
      '/agents/:id/versions',
      operation({
        tag: 'agents',
        signedIn: true,
        summary: "The kept versions of one's own agent, the present one included, newest first",
        answers: { 200: json('The versions.', agentVersionsSchema) },
        errors: [...ownerErrors],
      }),
      async (c) => c.json(await versions.list(pathId(c), c.var.wallet), 200),
    )
    .get(
      '/agents/:id/versions/:number/persona',
      operation({
        tag: 'agents',
        signedIn: true,
        summary: "The persona and the lorebook of a kept version of one's own agent",
        answers: { 200: json('The persona.', storedPersonaSchema) },
        errors: [...ownerErrors],
      }),
      async (c) => c.json(await versions.openPersona(pathId(c), c.var.wallet, pathNumber(c)), 200),
    )
    .post(
      '/agents/:id/versions/:number/restore',
      operation({
        act: 'making',
        removes: true,
        tag: 'agents',
        signedIn: true,
        summary: 'Make an agent what it was, as a new version of it',
        body: restoreVersionSchema,
        answers: { 200: json('The agent.', agentSchema) },
        errors: [...ownerErrors, 'conflict'],
      }),
      async (c) => {
        const { basedOn } = c.req.valid('json')
        const owner = c.var.wallet
        return c.json(await versions.restore(pathId(c), owner, pathNumber(c), basedOn), 200)
      },
    )
    .post(
      '/agents/:id/duplicate',
      operation({
        act: 'making',
        tag: 'agents',
        signedIn: true,
        summary:
          "Make a draft of what one's own agent is, or somebody else's who allows copies, without its votes and its token",
        body: duplicateSchema,
        answers: {
          201: json('The draft.', agentSchema),
          200: json('The draft that an earlier try with the same id made.', agentSchema),
        },
        errors: [...ownerErrors, 'conflict', 'quota_reached'],
      }),
      async (c) => {
        const { id } = c.req.valid('json')
        const { agent, created } = await versions.duplicate(pathId(c), c.var.wallet, id)
        c.header('location', `/api/agents/${agent.id}`)
        return c.json(agent, created ? 201 : 200)
      },
    )
}

/** @throws {Failure} `not_found` if the parameter is not a version number */
function pathNumber(c: AppContext): number {
  const number = c.req.param('number') ?? ''
  if (!/^[1-9][0-9]{0,8}$/.test(number)) throw new Failure('not_found', 'This version is no longer stored.')
  return Number(number)
}
