import { done, type Operation } from './operation.ts'

/** `/api/realtime`: what goes over the socket is no matter of OpenAPI; `src/shared/realtime.ts` has it. */
export const realtimeOperations: Operation[] = [
  {
    method: 'get',
    path: '/api/realtime',
    tag: 'realms',
    summary: 'Open the websocket that says what is new in realms: who is there, who is typing, what was said',
    answers: { 101: done('The socket is open.') },
    errors: ['upgrade_required', 'cross_site_request', 'too_many_sockets'],
  },
]
