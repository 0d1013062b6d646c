import { Hono } from 'hono'
import { modelListQuerySchema, modelListSchema } from '../../../shared/models/models.ts'
import type { Agents } from '../../domain/agents/agents.ts'
import type { ModelChoices } from '../../domain/models/model-choices.ts'
import type { AppEnv } from '../context.ts'
import { json, operation } from '../operation.ts'
import { walletOrVisitor } from '../request.ts'

/** The route `/api/models`: what agents and conversations can be answered by. */
export function modelChoiceRoutes(models: Pick<ModelChoices, 'list'>, agents: Pick<Agents, 'open'>) {
  return new Hono<AppEnv>().get(
    '/models',
    operation({
      tag: 'chat',
      summary: "The models of this place and of the wallet's own keys, and which one answers for an agent",
      query: modelListQuerySchema,
      answers: { 200: json('The models.', modelListSchema) },
      errors: ['not_found'],
    }),
    async (c) => {
      const wallet = await walletOrVisitor(c)
      const { agent: id } = c.req.valid('query')
      const agent = id === undefined ? null : await agents.open(id, wallet)
      return c.json(await models.list(wallet, agent), 200, { 'cache-control': 'no-store' })
    },
  )
}
