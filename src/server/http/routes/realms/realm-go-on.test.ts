import { expect, test } from 'vitest'
import { testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { outcome, realmRequests } from '../../../../../test/realm-requests.ts'
import { storeAnswer } from '../../../../../test/store-answer.ts'
import { realmMessageSchema } from '../../../../shared/realms/realm-messages.ts'

const database = await testDatabase()
const { send, signIn } = testApp(database)
const { make, open, said, say, read, makeAgent } = realmRequests(send)
const [ada, bob, cyd] = [await signIn(), await signIn(), await signIn()]

const goOn = (realm: string, as?: typeof ada, id: unknown = crypto.randomUUID()) =>
  send('POST', `/api/realms/${realm}/go-on`, { as, json: { id } })

/** A realm in which Bob participates and an agent has reached its cap; nobody in it mentions the agent again. */
async function makeHeld(held: 'turns' | 'words' = 'turns') {
  const { id } = await make(ada)
  const question = await said(id, '@Ada?', bob)
  const agentId = await makeAgent(ada)
  await send('PUT', `/api/realms/${id}/agents/${agentId}`, { as: ada })
  const answer = { realmId: id, agentId, author: bob.address, content: 'Yes.', words: 3_990 } as const
  await storeAnswer(database, { ...answer, state: 'finished' })
  await database.sql`update realms set held = ${held} where id = ${id}`
  return { id, agentId, question }
}

test('a participant lets the agents go on: a line in the log, once for its id', async () => {
  const { id } = await makeHeld()
  expect(await open(id)).toMatchObject({ held: 'turns', turnsTaken: 1 })
  const line = crypto.randomUUID()
  const response = await goOn(id, bob, line)
  expect(response.status).toBe(200)
  const message = realmMessageSchema.parse(await response.json())
  expect(message).toMatchObject({ id: line, number: 3, kind: 'go-on', author: bob.address, content: '' })
  const again = await goOn(id, bob, line)
  expect([again.status, await again.json()]).toEqual([200, message])
  // It has no text that could be removed.
  const removed = await send('DELETE', `/api/realms/${id}/messages/${line}`, { as: bob })
  expect([removed.status, await removed.json()]).toEqual([200, message])
  expect((await read(id)).messages.filter(({ kind }) => kind === 'go-on')).toEqual([message])
})

test('only participants lift a cap, and only one on turns that holds somebody', async () => {
  const { id } = await makeHeld()
  const before = await read(id)
  expect(await outcome(goOn(id, cyd))).toEqual([403, 'not_participant'])
  expect(await outcome(goOn(id))).toEqual([401, 'not_signed_in'])
  expect(await outcome(goOn(crypto.randomUUID(), bob))).toEqual([404, 'not_found'])
  expect(await outcome(goOn(id, bob, 'seven'))).toEqual([422, 'validation_failed'])
  expect(await read(id)).toEqual(before)
  const words = await makeHeld('words')
  expect(await outcome(goOn(words.id, bob))).toEqual([409, 'conflict'])
  const quiet = await make(bob)
  expect(await outcome(goOn(quiet.id, bob))).toEqual([409, 'conflict'])
})

test('an id that something else has is taken', async () => {
  const { id, question } = await makeHeld()
  expect(await outcome(goOn(id, bob, question.id))).toEqual([409, 'conflict'])
  const line = crypto.randomUUID()
  expect(await outcome(goOn(id, bob, line))).toEqual([200])
  expect(await outcome(say(id, { id: line, content: 'Hello' }, bob))).toEqual([409, 'conflict'])
})

test('of many who let them go on at once one does', async () => {
  const { id } = await makeHeld()
  const outcomes = await Promise.all([ada, bob, ada, bob].map((as) => outcome(goOn(id, as))))
  expect(outcomes.filter(([status]) => status === 200)).toHaveLength(1)
  expect(outcomes.filter(([, code]) => code === 'conflict')).toHaveLength(3)
})

test('no cap is shown that holds nobody: none on turns once a person spoke, none on words once some are left, none without agents', async () => {
  const turns = await makeHeld()
  await said(turns.id, 'Well?', bob)
  expect((await open(turns.id)).held).toBe(null)
  const words = await makeHeld('words')
  expect((await open(words.id)).held).toBe('words')
  await send('PATCH', `/api/realms/${words.id}`, { as: ada, json: { agentWords: 5_000 } })
  expect((await open(words.id)).held).toBe(null)
  const empty = await makeHeld()
  await send('DELETE', `/api/realms/${empty.id}/agents/${empty.agentId}`, { as: ada })
  expect((await open(empty.id)).held).toBe(null)
})
