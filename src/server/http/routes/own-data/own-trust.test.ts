import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Account, newAgent, testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { deskClient, putBack, takeDown } from '../../../../../test/desk-client.ts'
import { createTestWallet } from '../../../../../test/wallet.ts'
import { unzip } from '../../../../../test/zips.ts'
import type { OwnReport, Seen } from '../../../../shared/trust/reports.ts'

const database = await testDatabase()
const operator = createTestWallet()
const app = testApp(database, { settings: { OPERATORS: [operator.address] } })
const { send, signIn, sign } = app
const { acted, object } = deskClient(app, database)

async function make(as: Account, name: string): Promise<string> {
  const answer = await send('POST', '/api/agents', { as, json: { ...newAgent, name } })
  return ((await answer.json()) as { id: string }).id
}
async function report(subject: string, as: Account, kind = 'agent'): Promise<void> {
  const json = { id: randomUUID(), kind, subject, reason: 'spam', words: 'My words.' }
  expect((await send('POST', '/api/reports', { as, json })).status).toBe(201)
}
async function rate(agentId: string, as: Account, words: string): Promise<void> {
  await app.rank.record([{ agentId, wallet: as.address, at: new Date(), replies: 3 }])
  const json = { up: true, reason: null, words }
  expect((await send('PUT', `/api/agents/${agentId}/rating`, { as, json })).status).toBe(200)
}
async function deleteEverything(as: Account): Promise<void> {
  const headers = await sign(as, { action: 'delete-everything' })
  expect((await send('DELETE', '/api/me', { as, headers })).status).toBe(200)
  app.advance(11_000)
  await app.sweeps.deletions()
}
async function giveEverything(from: Account, to: Account): Promise<void> {
  const terms = { to: to.address, agentId: null }
  const given = await sign(from, { action: 'hand-over', ...terms })
  const offered = await send('POST', '/api/me/handovers', { as: from, json: terms, headers: given })
  const { id } = (await offered.json()) as { id: string }
  const headers = await sign(to, { action: 'take-over', from: from.address, agentId: null })
  expect((await send('POST', `/api/me/handovers/${id}/take`, { as: to, headers })).status).toBe(204)
}
const reportsOf = async (as: Account) =>
  ((await (await send('GET', '/api/me/reports', { as })).json()) as { reports: OwnReport[] }).reports
const casesOf = (ids: readonly string[]) =>
  database.sql<
    { subject: string; maker: string; seen: Seen; reports: number }[]
  >`select subject, maker, seen, reports from desk_cases where subject = any(${ids}::text[])`

test('who deletes everything is no reporter any more, and what they reported stays for the desk', async () => {
  const [ada, bob] = [await signIn(), await signIn()]
  const agent = await make(bob, 'Beacon')
  await report(agent, ada)
  await rate(agent, ada, 'Bright.')
  await deleteEverything(ada)
  const rows = await database.sql<{ reporter: string | null; words: string; reason: string; seen: Seen }[]>`
    select reporter, words, reason, reports.seen from reports join desk_cases on desk_cases.id = case_id
    where subject = ${agent}`
  expect(rows).toMatchObject([{ reporter: null, words: '', reason: 'spam', seen: { title: 'Beacon' } }])
  const [ratings] = await database.sql<{ count: number }[]>`
    select count(*)::int as count from agent_ratings where agent_id = ${agent}`
  expect(ratings?.count).toBe(0)
})

test('what others reported of somebody goes when they delete everything, and other cases stay', async () => {
  const [ada, bob] = [await signIn(), await signIn()]
  const [gone, stays] = [await make(ada, 'Quill'), await make(bob, 'Lamp')]
  await send('PUT', '/api/me/profile', { as: ada, json: { name: null, imageUrl: null, about: 'Of lamps.' } })
  await report(gone, bob)
  await report(ada.address, bob, 'person')
  await report(stays, ada)
  await deleteEverything(ada)
  expect((await casesOf([gone, stays, ada.address])).map(({ subject }) => subject)).toEqual([stays])
  expect(await reportsOf(bob)).toEqual([])
})

test('an export has what one thinks of agents and what one reported, without others’ words', async () => {
  const [ada, bob] = [await signIn(), await signIn()]
  const agent = await make(bob, 'Lantern')
  await report(agent, ada)
  await rate(agent, ada, 'Bright.')
  const files = await unzip(
    new Uint8Array(await (await send('GET', '/api/me/export', { as: ada })).arrayBuffer()),
  )
  const read = (path: string) => JSON.parse(String(files.get(path)))
  expect(read('ratings.json')).toMatchObject({
    ratings: [{ agentId: agent, agentName: 'Lantern', up: true, words: 'Bright.', version: 1 }],
  })
  expect(read('reports.json')).toMatchObject({
    reports: [{ kind: 'agent', title: 'Lantern', reason: 'spam', words: 'My words.', outcome: 'open' }],
  })
  expect(String(files.get('reports.json'))).not.toContain(newAgent.description)
})

test('with everything go the reports and ratings; the taker’s own win, and nobody rates what is theirs now', async () => {
  const [old, fresh, bob] = [await signIn(), await signIn(), await signIn()]
  const [both, alone, own] = [await make(bob, 'Both'), await make(bob, 'Alone'), await make(old, 'Own')]
  for (const as of [old, fresh]) {
    await report(both, as)
    await rate(both, as, as === old ? 'Old.' : 'Fresh.')
  }
  await report(alone, old)
  await rate(alone, old, 'Old.')
  await rate(own, fresh, 'Fresh.')
  await giveEverything(old, fresh)
  expect((await reportsOf(fresh)).map(({ title }) => title).toSorted()).toEqual(['Alone', 'Both'])
  const rows = await database.sql<{ name: string; wallet: string; words: string }[]>`
    select name, wallet, words from agent_ratings join agents on agents.id = agent_id
    where agent_id = any(${[both, alone, own]}::uuid[]) order by name`
  expect(rows.map(({ name, words }) => [name, words])).toEqual([
    ['Alone', 'Old.'],
    ['Both', 'Fresh.'],
  ])
  expect(rows.every(({ wallet }) => wallet === fresh.address)).toBe(true)
  expect(await casesOf([both])).toMatchObject([{ reports: 2 }])
})

test('a profile and a rating that are down come along with their cases, and are put back for the wallet that took them', async () => {
  const olga = await signIn(operator)
  const [ada, bob, cyd] = [await signIn(), await signIn(), await signIn()]
  await send('PUT', '/api/me/profile', { as: ada, json: { name: null, imageUrl: null, about: 'Of lamps.' } })
  const agent = await make(cyd, 'Torch')
  await rate(agent, ada, 'Unkind words.')
  const things = [
    ['person', (wallet: Account) => wallet.address],
    ['rating', (wallet: Account) => `${agent}/${wallet.address}`],
  ] as const
  const caseAbout = async (subject: string) => {
    const [found] = await database.sql<{ id: string }[]>`select id from desk_cases where subject = ${subject}`
    return { case: found?.id ?? '' }
  }
  const numbers: number[] = []
  for (const [kind, subjectOf] of things) {
    await report(subjectOf(ada), cyd, kind)
    numbers.push((await acted(olga, await caseAbout(subjectOf(ada)), takeDown)).number)
  }
  await giveEverything(ada, bob)
  for (const number of numbers) expect((await object(bob, number)).status).toBe(204)
  for (const [, subjectOf] of things) await acted(olga, await caseAbout(subjectOf(bob)), putBack)
  const standing = await database.sql`
    select moderation from people where address = ${bob.address}
    union all select moderation from agent_ratings where wallet = ${bob.address}`
  expect(standing).toEqual([{ moderation: null }, { moderation: null }])
  expect(await casesOf(things.map(([, subjectOf]) => subjectOf(ada)))).toEqual([])
})
