import { Hono } from 'hono'
import { homeSchema } from '../../../../shared/home.ts'
import type { HomeFacts } from '../../../domain/home.ts'
import type { AppEnv } from '../../context.ts'
import { json, operation } from '../../operation.ts'

/** The route `/api/home`: the content of the home screen at this moment. */
export function homeRoutes(home: HomeFacts) {
  return new Hono<AppEnv>().get(
    '/home',
    operation({
      tag: 'agents',
      summary: 'Agents to talk to, agents that rise, and realms with somebody in them',
      answers: { 200: json('What is going on.', homeSchema) },
    }),
    async (c) => c.json(await home.read(), 200),
  )
}
