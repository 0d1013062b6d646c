import { expect, test } from 'vitest'
import { testApp } from '../../../../test/app.ts'
import { testDatabase } from '../../../../test/database.ts'
import { outcome, realmRequests } from '../../../../test/realm-requests.ts'
import { createTestWallet } from '../../../../test/wallet.ts'
import { type BlocksPage, blockedAddressesSchema, blocksPageSchema } from '../../../shared/people/blocks.ts'
import { trustLimits } from '../../../shared/trust/trust-limits.ts'

const database = await testDatabase()
const { send, signIn, advance, blocks } = testApp(database)
const { make, said, makeAgent } = realmRequests(send)
const [ada, bob, cyd] = [await signIn(), await signIn(), await signIn()]

type As = typeof ada | undefined
const block = (who: string, as: As, json: unknown = { noCopies: false }) =>
  send('PUT', `/api/me/blocks/${who}`, { as, json })
const unblock = (who: string, as: As) => send('DELETE', `/api/me/blocks/${who}`, { as })

async function list(as: As, query = ''): Promise<BlocksPage> {
  const answer = await send('GET', `/api/me/blocks${query}`, { as })
  expect(answer.status).toBe(200)
  return blocksPageSchema.parse(await answer.json())
}

async function addresses(as: As): Promise<string[]> {
  const answer = await send('GET', '/api/me/blocked-addresses', { as })
  return blockedAddressesSchema.parse(await answer.json()).addresses
}

test('who is blocked stands in the own list, last blocked first, and in nobody else’s', async () => {
  await block(bob.address, ada)
  advance(1_000)
  expect(await outcome(block(cyd.address, ada, { noCopies: true }))).toEqual([204])
  expect((await list(ada)).blocks).toMatchObject([
    { address: cyd.address, noCopies: true, name: null },
    { address: bob.address, noCopies: false },
  ])
  expect(await addresses(ada)).toEqual([cyd.address, bob.address])
  expect((await list(bob)).blocks).toEqual([])
  expect(await blocks.isBlocked(ada.address, bob.address)).toBe(true)
  expect(await blocks.isBlocked(bob.address, ada.address)).toBe(false)
  for (let time = 0; time < 2; time++) expect(await outcome(unblock(cyd.address, ada))).toEqual([204])
  expect(await addresses(ada)).toEqual([bob.address])
  await unblock(bob.address, ada)
})

test('who blocks somebody says whether they may duplicate agents, and may change that', async () => {
  expect(await blocks.mayCopy(ada.address, bob.address)).toBe(true)
  await block(bob.address, ada)
  expect(await blocks.mayCopy(ada.address, bob.address)).toBe(true)
  await block(bob.address, ada, { noCopies: true })
  expect(await blocks.mayCopy(ada.address, bob.address)).toBe(false)
  expect(await blocks.blockedBy(ada.address)).toEqual(new Map([[bob.address, { noCopies: true }]]))
  expect((await list(ada)).blocks).toHaveLength(1)
  await unblock(bob.address, ada)
  expect(await blocks.mayCopy(ada.address, bob.address)).toBe(true)
})

test('a long list comes in pages, and people of the same moment are neither doubled nor left out', async () => {
  const dan = await signIn()
  const at = new Date().toISOString()
  for (let index = 0; index < 25; index++)
    await database.sql`insert into blocks (wallet, blocked, no_copies, created_at)
      values (${dan.address}, ${`somebody ${index}`}, false, ${at}::timestamptz)`
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: BlocksPage = await list(dan, `?limit=10${cursor && `&cursor=${cursor}`}`)
    seen.push(...page.blocks.map(({ address }) => address))
    cursor = page.nextCursor
  }
  expect(seen).toHaveLength(25)
  expect(new Set(seen).size).toBe(25)
  expect(await outcome(send('GET', '/api/me/blocks?cursor=x', { as: dan }))).toEqual([422, 'cursor_invalid'])
})

test('nobody blocks themselves, a visitor nobody, and nobody what is no wallet', async () => {
  expect(await outcome(block(ada.address, ada))).toEqual([409, 'conflict'])
  expect(await outcome(block(bob.address, undefined))).toEqual([401, 'not_signed_in'])
  expect(await outcome(block('bob', ada))).toEqual([422, 'validation_failed'])
  expect(await outcome(block(bob.address, ada, {}))).toEqual([422, 'validation_failed'])
})

test('of twenty at once beside the last free places only so many are blocked', async () => {
  const eve = await signIn()
  await database.sql`insert into blocks (wallet, blocked, no_copies, created_at)
    select ${eve.address}, 'somebody ' || number, false, now() from generate_series(1, ${trustLimits.blocks - 3}::int) number`
  const people = Array.from({ length: 20 }, () => createTestWallet().address)
  const outcomes = await Promise.all(people.map((who) => outcome(block(who, eve))))
  expect(outcomes.filter(([status]) => status === 204)).toHaveLength(3)
  expect(outcomes.filter(([, code]) => code === 'quota_reached')).toHaveLength(17)
  // One who is blocked already can still be changed.
  const known = people[outcomes.findIndex(([status]) => status === 204)] ?? ''
  expect(await outcome(block(known, eve, { noCopies: true }))).toEqual([204])
})

test('somebody who is blocked brings none of the agents, and is told nothing else than for a draft', async () => {
  const realm = await make(cyd)
  await said(realm.id, 'Hello', bob)
  const [open, draft] = [
    await makeAgent(ada, { name: 'Opal' }),
    await makeAgent(ada, { name: 'Quartz', isPublic: false }),
  ]
  await block(bob.address, ada)
  const invite = async (agent: string, as: As) => {
    const answer = await send('PUT', `/api/realms/${realm.id}/agents/${agent}`, { as })
    const { requestId: _, ...told } = (await answer.json()) as { requestId: string }
    return { status: answer.status, told }
  }
  const refused = await invite(open, bob)
  expect(refused.status).toBe(403)
  expect(refused).toEqual(await invite(draft, bob))
  expect(JSON.stringify(refused)).not.toMatch(/block/i)
  await unblock(bob.address, ada)
  expect((await invite(open, bob)).status).toBe(200)
})
