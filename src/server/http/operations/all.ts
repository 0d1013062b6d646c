import { agentVersionsOperations } from './agent-versions.ts'
import { agentsOperations } from './agents.ts'
import { chatOperations } from './chat.ts'
import { conversationsOperations } from './conversations.ts'
import { favouritesOperations } from './favourites.ts'
import { figuresOperations } from './figures.ts'
import type { Operation } from './operation.ts'
import { realmsOperations } from './realms.ts'
import { realtimeOperations } from './realtime.ts'
import { sessionOperations } from './session.ts'
import { socialOperations } from './social.ts'
import { swarmOperations } from './swarm.ts'

/** Every operation of the API, in one table; a test compares it with the routes there are. */
export const operations: Operation[] = [
  ...agentsOperations,
  ...agentVersionsOperations,
  ...favouritesOperations,
  ...realmsOperations,
  ...realtimeOperations,
  ...conversationsOperations,
  ...chatOperations,
  ...figuresOperations,
  ...socialOperations,
  ...swarmOperations,
  ...sessionOperations,
  {
    method: 'get',
    path: '/api/openapi.json',
    tag: 'description',
    summary: 'This description',
    answers: { 200: { description: 'OpenAPI 3.1.', content: { bytes: 'application/json' } } },
    errors: [],
  },
]
