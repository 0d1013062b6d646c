import { bodyErrors, json, type Operation, ownerErrors } from './operation.ts'

/** `/api/chat`. */
export const chatOperations: Operation[] = [
  {
    method: 'get',
    path: '/api/chat/engine',
    tag: 'chat',
    summary: 'Which engine answers',
    answers: { 200: json('The engine.', 'Engine') },
    errors: [],
  },
  {
    method: 'post',
    path: '/api/chat',
    tag: 'chat',
    summary: 'Ask an agent; the reply streams, and closing the connection stops it',
    body: { json: 'ChatRequest' },
    answers: { 200: { description: 'The reply, event by event.', content: { events: 'ReplyEvent' } } },
    errors: ['body_too_large', 'malformed_json', 'validation_failed', 'not_found'],
  },
  {
    method: 'post',
    path: '/api/agents/{id}/try-out',
    tag: 'chat',
    summary:
      "Ask one's own agent as it would be; the reply streams, closing the connection stops it, and nothing is kept",
    signedIn: true,
    body: { json: 'TryOut' },
    answers: { 200: { description: 'The reply, event by event.', content: { events: 'ReplyEvent' } } },
    errors: [...bodyErrors, ...ownerErrors],
  },
]
