import { expect, test } from 'vitest'
import { testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { outcome, realmRequests } from '../../../../../test/realm-requests.ts'

const { send, signIn } = testApp(await testDatabase(), { realmMessages: 3 })
const { make, said, say, read } = realmRequests(send)
const [ada, bob] = [await signIn(), await signIn()]

test('a wallet that says too much in a realm has to wait there, and nobody else has to, nor it elsewhere', async () => {
  const [one, other] = [await make(ada), await make(ada)]
  for (let time = 0; time < 3; time++) await said(one.id, 'Hello', ada)
  const refused = await say(one.id, { content: 'More' }, ada)
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(await outcome(refused)).toEqual([429, 'rate_limited'])
  const json = { id: crypto.randomUUID() }
  expect(await outcome(send('POST', `/api/realms/${one.id}/go-on`, { as: ada, json }))).toEqual([
    429,
    'rate_limited',
  ])
  await said(one.id, 'Hello', bob)
  await said(other.id, 'Hello', ada)
  expect((await read(one.id)).messages).toHaveLength(4)
})

test('what can’t be sent counts for nothing', async () => {
  const { id } = await make(bob)
  for (let time = 0; time < 5; time++) expect((await say(id, { content: ' ' }, bob)).status).toBe(422)
  await said(id, 'Hello', bob)
})
