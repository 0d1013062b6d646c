import { Hono } from 'hono'
import type { AgentSummary } from '../../../../shared/agents/agents.ts'
import { limits } from '../../../../shared/common/limits.ts'
import type { Caller } from '../../../domain/doors/door-questions.ts'
import type { Doors } from '../../../domain/doors/doors.ts'
import type { AppEnv } from '../../context.ts'
import { operation } from '../../operation.ts'
import { callerOrNobody } from '../../request.ts'
import { noSuchModel } from './errors.ts'

/** How many agents the list of models has at most: clients show all of it in one menu. */
const MOST_MODELS = 500

/** `GET /v1/models`: the agents, as models. Public ones are listed for everybody. */
export function modelsRoutes(doors: Doors) {
  return new Hono<AppEnv>()
    .get(
      '/models',
      operation({
        tag: 'doors',
        summary: 'The agents as models of OpenAI: with a key its own ones first, then the newest public ones',
        describedElsewhere: true,
        answers: { 200: { description: 'The list.' } },
      }),
      async (c) => c.json({ object: 'list', data: await listModels(doors, await callerOrNobody(c)) }, 200),
    )
    .get(
      '/models/:model',
      operation({
        tag: 'doors',
        summary: 'One agent as a model of OpenAI',
        describedElsewhere: true,
        answers: { 200: { description: 'The model.' } },
      }),
      async (c) => {
        const name = c.req.param('model')
        const agent = await doors.findAgent(name, await callerOrNobody(c))
        if (!agent) throw noSuchModel(name)
        return c.json(modelOf(agent), 200)
      },
    )
}

async function listModels(doors: Doors, caller: Caller | null): Promise<object[]> {
  const models: object[] = []
  let cursor: string | null = null
  do {
    const limit = Math.min(limits.listPageMax, MOST_MODELS - models.length)
    const page = await doors.listAgents(caller, { limit, ...(cursor !== null && { cursor }) })
    models.push(...page.agents.map(modelOf))
    cursor = page.nextCursor
  } while (cursor !== null && models.length < MOST_MODELS)
  return models
}

function modelOf({ id, handle, name, description, owner, ownerName, createdAt }: AgentSummary): object {
  return {
    id: handle ?? id,
    object: 'model',
    created: Math.floor(Date.parse(createdAt) / 1000),
    owned_by: ownerName ?? owner,
    // Not of OpenAI's protocol: what menus of other vendors' clients show.
    name,
    description,
  }
}
