import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Account, newAgent, testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { deskClient, takeDown } from '../../../../../test/desk-client.ts'
import { createTestWallet } from '../../../../../test/wallet.ts'
import type { NewRating, OwnRating, RatingPage } from '../../../../shared/agents/ratings.ts'

const database = await testDatabase()
const operator = createTestWallet()
const app = testApp(database, { settings: { OPERATORS: [operator.address] } })
const { send, signIn } = app
const { acted } = deskClient(app, database)
const [ada, bob] = [await signIn(), await signIn()]

async function make(fields: object = {}, as = ada): Promise<string> {
  const answer = await send('POST', '/api/agents', { as, json: { ...newAgent, ...fields } })
  return ((await answer.json()) as { id: string }).id
}
const talked = (agentId: string, as: Account, replies = 3) =>
  app.rank.record([{ agentId, wallet: as.address, at: new Date(), replies }])
/** Long, much and varied use of the place. */
const known = (as: Account) => database.sql`
  insert into rank_people (person, since, day, today, replies, agents)
  values (encode(sha256(convert_to(${as.address}, 'UTF8')), 'hex'), now() - interval '60 days', now(), 0, 400, 9)
  on conflict (person) do update set since = excluded.since, replies = 400, agents = 9`
const up: NewRating = { up: true, reason: 'helpful', words: 'Explains well.' }
const rate = (id: string, as: Account | undefined, fields: Partial<NewRating> = {}) =>
  send('PUT', `/api/agents/${id}/rating`, { as, json: { ...up, ...fields } })
async function read(id: string, as?: Account, query = ''): Promise<RatingPage> {
  const answer = await send('GET', `/api/agents/${id}/ratings${query}`, { as })
  expect(answer.status).toBe(200)
  return (await answer.json()) as RatingPage
}
const answerTo = (id: string, of: Account, as: Account, words = 'Thank you.') =>
  send('PUT', `/api/agents/${id}/ratings/${of.address}/answer`, { as, json: { words } })
async function refusal(answer: Promise<Response>) {
  const got = await answer
  return [got.status, ((await got.json()) as { code: string }).code]
}

test('who had three replies may rate, and who had two, its owner and a visitor may not', async () => {
  const id = await make()
  expect((await read(id)).may).toBe('visitor')
  expect((await read(id, ada)).may).toBe('own')
  await talked(id, bob, 2)
  expect((await read(id, bob)).may).toBe('talk_first')
  expect(await refusal(rate(id, bob))).toEqual([403, 'not_entitled'])
  expect(await refusal(rate(id, ada))).toEqual([403, 'forbidden'])
  expect(await refusal(rate(id, undefined))).toEqual([401, 'not_signed_in'])
  await talked(id, bob, 1)
  expect((await read(id, bob)).may).toBe('yes')
  expect((await rate(id, bob)).status).toBe(200)
})

test('three replies in a conversation are enough', async () => {
  const id = await make()
  const conversation = randomUUID()
  let parentId: string | null = null
  for (const content of ['One?', 'Two?', 'Three?']) {
    expect((await read(id, bob)).may).toBe('talk_first')
    const replyId = randomUUID()
    const json = { replyId, agentId: id, question: { id: randomUUID(), parentId, content } }
    await (await send('POST', `/api/conversations/${conversation}/replies`, { as: bob, json })).text()
    parentId = replyId
  }
  await expect.poll(async () => (await read(id, bob)).may).toBe('yes')
})

test('one wallet has one rating, which it can change and take back', async () => {
  const id = await make()
  await talked(id, bob)
  for (const thumb of [true, true, false]) expect((await rate(id, bob, { up: thumb })).status).toBe(200)
  const { summary, own, ratings } = await read(id, bob)
  expect(summary).toEqual({ raters: 1, before: 0, likedBy: null })
  expect(own).toMatchObject({ ...up, up: false, wallet: bob.address, isBefore: false })
  expect(ratings).toHaveLength(1)
  for (const _ of [1, 2])
    expect((await send('DELETE', `/api/agents/${id}/rating`, { as: bob })).status).toBe(204)
  expect(await read(id, bob)).toMatchObject({ summary: { raters: 0 }, own: null, ratings: [] })
})

test('a share is said from five raters on, and what was rated before this version is counted apart', async () => {
  const id = await make()
  const people = await Promise.all(Array.from({ length: 5 }, () => signIn()))
  for (const [index, one] of people.entries()) {
    await talked(id, one)
    await known(one)
    expect((await read(id)).summary.likedBy).toBeNull()
    await rate(id, one, { up: index > 0 })
  }
  const { summary } = await read(id)
  expect(summary).toMatchObject({ raters: 5, before: 0 })
  expect(summary.likedBy).toBeCloseTo(0.3755, 4)
  await send('PATCH', `/api/agents/${id}`, { as: ada, json: { personality: 'You are somebody else.' } })
  const [first] = people
  if (!first) throw new Error('nobody')
  await rate(id, first)
  expect((await read(id)).summary).toMatchObject({ raters: 5, before: 4 })
  expect((await read(id, people[1])).own).toMatchObject({ isBefore: true })
})

test('ratings by wallets that only just came say no share, however many they are', async () => {
  const id = await make()
  const people = await Promise.all(Array.from({ length: 12 }, () => signIn()))
  for (const one of people) {
    await talked(id, one)
    await rate(id, one)
  }
  expect((await read(id)).summary).toEqual({ raters: 12, before: 0, likedBy: null })
})

test('the maker answers once, and other words lose the answer', async () => {
  const id = await make()
  await talked(id, bob)
  expect(await refusal(answerTo(id, bob, ada))).toEqual([404, 'not_found'])
  await rate(id, bob)
  expect(await refusal(answerTo(id, bob, bob))).toEqual([403, 'forbidden'])
  for (const _ of [1, 2]) expect((await answerTo(id, bob, ada)).status).toBe(200)
  expect(await refusal(answerTo(id, bob, ada, 'Otherwise.'))).toEqual([409, 'conflict'])
  expect((await read(id)).ratings[0]).toMatchObject({ answer: 'Thank you.' })
  await rate(id, bob, { up: false })
  expect((await read(id)).ratings[0]).toMatchObject({ up: false, answer: 'Thank you.' })
  await rate(id, bob, { words: 'I changed my mind.' })
  expect((await read(id)).ratings[0]).toMatchObject({ answer: null })
  expect((await answerTo(id, bob, ada, 'Otherwise.')).status).toBe(200)
})

test('an answer to words that changed while it was written is not stored to the others', async () => {
  const id = await make()
  await talked(id, bob)
  await rate(id, bob, { words: 'Rather slow.' })
  const path = `/api/agents/${id}/ratings/${bob.address}/answer`
  const answering = (to: string) => send('PUT', path, { as: ada, json: { words: 'It is quick now.', to } })
  await rate(id, bob, { words: 'Tells lies.' })
  expect(await refusal(answering('Rather slow.'))).toEqual([409, 'conflict'])
  expect((await read(id)).ratings[0]).toMatchObject({ words: 'Tells lies.', answer: null })
  for (const _ of [1, 2]) expect((await answering('Tells lies.')).status).toBe(200)
})

test('words that were taken down leave the thumb, and writing them again does not bring them back', async () => {
  const id = await make()
  await talked(id, bob)
  await rate(id, bob, { words: 'Unkind words.' })
  const subject = `${id}/${bob.address}`
  const json = { id: randomUUID(), kind: 'rating', subject, reason: 'hateful', words: '' }
  expect((await send('POST', '/api/reports', { as: ada, json })).status).toBe(201)
  const [found] = await database.sql<{ id: string }[]>`select id from desk_cases where subject = ${subject}`
  await acted(await signIn(operator), { case: found?.id ?? '' }, takeDown)
  expect(await (await send('GET', `/api/agents/${id}/ratings`, { as: ada })).text()).not.toContain('Unkind')
  expect((await read(id)).summary.raters).toBe(1)
  expect((await read(id, bob)).own).toMatchObject({ words: 'Unkind words.', wordsAreDown: true })
  expect(await refusal(answerTo(id, bob, ada))).toEqual([404, 'not_found'])
  await send('DELETE', `/api/agents/${id}/rating`, { as: bob })
  await rate(id, bob, { words: 'Unkind words.' })
  expect((await read(id)).ratings).toEqual([])
  const again = { ...json, id: randomUUID() }
  expect((await send('POST', '/api/reports', { as: await signIn(), json: again })).status).toBe(404)
})

test('words are listed a page at a time, changed last first; a thumb alone is not', async () => {
  const id = await make()
  const people = await Promise.all(Array.from({ length: 5 }, () => signIn()))
  for (const [number, one] of people.entries()) {
    await talked(id, one)
    await rate(id, one, { words: number === 2 ? '' : `Number ${number}` })
    app.advance(number === 3 ? 0 : 1)
  }
  const found: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: RatingPage = await read(id, undefined, `?limit=1${cursor && `&cursor=${cursor}`}`)
    found.push(...page.ratings.map(({ words }) => words))
    cursor = page.nextCursor
  }
  expect(found.toSorted()).toEqual(['Number 0', 'Number 1', 'Number 3', 'Number 4'])
  expect(found.at(-1)).toBe('Number 0')
})

test('a hidden agent and a wrong body are refused', async () => {
  const hidden = await make({ visibilityEnabled: false })
  expect((await send('GET', `/api/agents/${hidden}/ratings`, { as: bob })).status).toBe(404)
  expect(await refusal(rate(hidden, bob))).toEqual([404, 'not_found'])
  const id = await make()
  await talked(id, bob)
  for (const fields of [{ words: 'x'.repeat(281) }, { words: '\u202eback' }, { reason: 'odd' }, { up: 1 }])
    expect((await rate(id, bob, fields as object)).status).toBe(422)
  expect(
    await refusal(send('PUT', `/api/agents/${id}/ratings/nobody/answer`, { as: ada, json: { words: 'Hi' } })),
  ).toEqual([422, 'validation_failed'])
})

test('an agent of one’s own, by a handover, is no longer rated by its owner', async () => {
  const id = await make()
  const cyd = await signIn()
  await talked(id, cyd)
  await talked(id, bob)
  const other = await make({}, bob)
  await talked(other, cyd)
  for (const one of [bob, cyd]) expect((await rate(id, one)).status).toBe(200)
  expect(((await (await rate(other, cyd)).json()) as OwnRating).up).toBe(true)
  const terms = { to: cyd.address, agentId: id }
  const headers = await app.sign(ada, { action: 'hand-over', ...terms })
  const offered = await send('POST', '/api/me/handovers', { as: ada, json: terms, headers })
  const { id: offer } = (await offered.json()) as { id: string }
  const accept = await app.sign(cyd, { action: 'take-over', from: ada.address, agentId: id })
  const taken = await send('POST', `/api/me/handovers/${offer}/take`, { as: cyd, headers: accept })
  expect([offered.status, taken.status]).toEqual([201, 204])
  expect((await read(id)).ratings.map(({ wallet }) => wallet)).toEqual([bob.address])
  expect((await read(other)).ratings).toHaveLength(1)
})
