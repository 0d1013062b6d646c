import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { realtimeServer } from '../../../test/realtime-server.ts'

const server = await realtimeServer(await testDatabase())
afterAll(server.close)

test('an answer of a server has the headers that every answer has, compressed or not', async () => {
  for (const encoding of ['gzip', 'identity']) {
    const { headers } = await fetch(`${server.address}/api/agents`, {
      headers: { 'accept-encoding': encoding },
    })
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'content-type': 'application/json',
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
    })
  }
})

test('a refusal names its request in its headers as in its body, also where the answer would be kept for ever', async () => {
  for (const path of ['/api/agents/none', `/images/${'0'.repeat(64)}.webp`]) {
    const answer = await fetch(server.address + path)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('x-request-id')).toBe((await answer.json()).requestId)
  }
})
