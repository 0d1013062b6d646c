import { agentsOperations } from './agents.ts'
import { chatOperations } from './chat.ts'
import { conversationsOperations } from './conversations.ts'
import type { Operation } from './operation.ts'
import { realmsOperations } from './realms.ts'
import { sessionOperations } from './session.ts'

/** Every operation of the API, in one table; a test compares it with the routes there are. */
export const operations: Operation[] = [
  ...agentsOperations,
  ...realmsOperations,
  ...conversationsOperations,
  ...chatOperations,
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
