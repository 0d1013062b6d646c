import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { newAgent, testApp } from '../../../../test/app.ts'
import { testDatabase } from '../../../../test/database.ts'
import type { Agent } from '../../../shared/agents/agents.ts'
import { limits } from '../../../shared/common/limits.ts'

const lines: Record<string, unknown>[] = []
const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) })
const { send, signIn } = testApp(await testDatabase(), { log })
const [ada, bob] = [await signIn(), await signIn()]
const agent = (await (await send('POST', '/api/agents', { as: ada, json: newAgent })).json()) as Agent

beforeEach(() => void lines.splice(0))

const proof = { address: ada.address, signedMessage: 'c2VjcmV0', signature: 'c2VjcmV0' }

test.each<[what: string, ask: () => Promise<Response>, kind: string, code: string, route: string]>([
  [
    'a sign-in that fails',
    () => send('POST', '/api/session', { json: proof }),
    'sign_in_failed',
    'sign_in_rejected',
    '/api/session',
  ],
  [
    'a visitor who asks for what is a wallet’s',
    () => send('GET', '/api/me/agents?query=secret', { headers: { cookie: 'bionic_session=secret' } }),
    'not_signed_in',
    'not_signed_in',
    '/api/me/agents',
  ],
  [
    'a change of what is somebody else’s',
    () => send('PATCH', `/api/agents/${agent.id}`, { as: bob, json: { name: 'secret' } }),
    'forbidden',
    'forbidden',
    '/api/agents/:id',
  ],
  [
    'a page of another site',
    () =>
      send('POST', '/api/agents', { as: bob, json: newAgent, headers: { origin: 'https://secret.example' } }),
    'cross_site',
    'cross_site_request',
    '/api/agents',
  ],
  [
    'another host',
    () => send('GET', '/api/agents', { headers: { host: 'secret.example' } }),
    'host_refused',
    'misdirected_request',
    '/api/agents',
  ],
  [
    'a body beyond the limit',
    () => send('POST', '/api/images', { as: bob, body: 'secret'.repeat(limits.uploadBytes) }),
    'request_refused',
    'body_too_large',
    '/api/images',
  ],
  [
    'a wrong token for the metrics',
    () => send('GET', '/metrics', { headers: { authorization: 'Bearer secret' } }),
    'metrics_refused',
    'not_found',
    '/metrics',
  ],
])(
  '%s is an event with its kind, and nothing that was sent is in the log',
  async (_, ask, kind, code, route) => {
    const answer = await ask()
    const requestId = answer.headers.get('x-request-id')
    expect(lines).toEqual([
      expect.objectContaining({ event: 'security', kind, code, route, requestId, address: 'in-process' }),
    ])
    expect(JSON.stringify(lines)).not.toMatch(/secret|c2VjcmV0/)
    expect(JSON.stringify(lines)).not.toContain(bob.cookie.split('=')[1])
  },
)

test('what anybody gets wrong now and then is no event', async () => {
  await send('POST', '/api/agents', { as: ada, json: {} })
  await send('GET', `/api/agents/${crypto.randomUUID()}`)
  await send('POST', '/api/session/nonce', { body: '{', headers: { 'content-type': 'application/json' } })
  expect(lines).toEqual([])
})
