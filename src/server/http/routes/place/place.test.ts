import { expect, test } from 'vitest'
import { testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { createTestWallet } from '../../../../../test/wallet.ts'
import { placeStatusSchema } from '../../../../shared/place-status.ts'

const database = await testDatabase()
const wallet = createTestWallet()
const app = testApp(database, { settings: { OPERATORS: [wallet.address] } })

test('whoever runs the place sees how it is, and nobody else does', async () => {
  const [operator, other] = [await app.signIn(wallet), await app.signIn()]
  const answer = await app.send('GET', '/api/place', { as: operator })
  expect(answer.status).toBe(200)
  const status = placeStatusSchema.parse(await answer.json())
  expect(status).toMatchObject({
    ...{ leaving: false, replicas: [], redis: 'none', servers: 1, backup: null, nextBackupAt: null },
    database: { kind: 'embedded', latencyMs: expect.any(Number), schema: expect.any(Number) },
    running: { replies: 0, sockets: 0 },
    warnings: ['no_backup'],
  })
  expect(status.database.schema).toBeGreaterThan(0)
  for (const as of [other, undefined]) {
    const refused = await app.send('GET', '/api/place', { as })
    expect([refused.status, (await refused.json()).code]).toEqual([403, 'forbidden'])
  }
})

test('its page is told of a proxy that nobody counted', async () => {
  const { send, signIn } = testApp(database, {
    settings: { OPERATORS: [wallet.address], PUBLIC_URL: 'https://bionic.example' },
  })
  const headers = { host: 'bionic.example' }
  const as = await signIn(wallet, headers)
  await send('GET', '/api/agents', { headers: { ...headers, 'x-forwarded-for': '203.0.113.7' } })
  const answer = await send('GET', '/api/place', { as, headers })
  expect((await answer.json()).warnings).toContain('proxy_uncounted')
})
