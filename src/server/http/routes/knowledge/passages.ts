import { Hono } from 'hono'
import {
  foundPassagesSchema,
  passageAroundSchema,
  passageKeySchema,
  passageQuerySchema,
} from '../../../../shared/knowledge/sources.ts'
import type { Agents } from '../../../domain/agents/agents.ts'
import { noSuch } from '../../../domain/failure.ts'
import type { Knowledge } from '../../../domain/knowledge/knowledge.ts'
import type { AppContext, AppEnv } from '../../context.ts'
import { json, operation, ownerErrors } from '../../operation.ts'
import { pathId, walletOrVisitor } from '../../request.ts'
import { pathSource } from './sources.ts'

/** The routes for searching the documents of an agent and for opening a citation. */
export function passagesRoutes(knowledge: Knowledge, agents: Pick<Agents, 'openOwned'>) {
  return new Hono<AppEnv>()
    .get(
      '/agents/:id/sources/search',
      operation({
        tag: 'knowledge',
        signedIn: true,
        summary: "Try what an agent finds in its documents; for the agent's owner",
        query: passageQuerySchema,
        answers: { 200: json('The passages that are found, the best first.', foundPassagesSchema) },
        errors: ownerErrors,
      }),
      async (c) => {
        const wallet = c.var.wallet
        const { id: agentId } = await agents.openOwned(pathId(c), wallet)
        const { query } = c.req.valid('query')
        return c.json(await knowledge.trySearch({ agentId, wallet, query }), 200)
      },
    )
    .get(
      '/sources/:sourceId/passages/:version/:number',
      operation({
        tag: 'knowledge',
        summary: 'A passage with what stands around it, by the key that came with its citation',
        query: passageKeySchema,
        answers: { 200: json('The passage.', passageAroundSchema) },
        errors: ['not_found'],
      }),
      async (c) => {
        const found = await knowledge.passageAround({
          sourceId: pathSource(c),
          version: pathNumber(c, 'version'),
          number: pathNumber(c, 'number'),
          wallet: await walletOrVisitor(c),
          ...c.req.valid('query'),
        })
        return found ? c.json(found, 200) : noSuch('passage')
      },
    )
}

/** Returns an integer of the path. @throws {Failure} `not_found` if it is not an integer */
function pathNumber(c: AppContext, name: string): number {
  const text = c.req.param(name) ?? ''
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : noSuch('passage')
}
