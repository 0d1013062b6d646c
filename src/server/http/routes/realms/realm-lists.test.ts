import { expect, test } from 'vitest'
import { testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { outcome, realmRequests } from '../../../../../test/realm-requests.ts'
import { limits } from '../../../../shared/common/limits.ts'
import type { RealmPage } from '../../../../shared/realms/realms.ts'

const database = await testDatabase()
const { send, signIn, advance } = testApp(database)
const { make, open, said } = realmRequests(send)
const [ada, bob, cyd] = [await signIn(), await signIn(), await signIn()]

async function list(query = '', as?: typeof ada): Promise<RealmPage> {
  const response = await send('GET', as ? `/api/me/realms${query}` : `/api/realms${query}`, { as })
  expect(response.status).toBe(200)
  return (await response.json()) as RealmPage
}

const idsOf = ({ realms }: RealmPage) => realms.map(({ id }) => id)

test('an unlisted realm opens by its link for everybody and is in no list and no search, until it is listed', async () => {
  const mark = crypto.randomUUID()
  const { id, unlisted } = await make(ada, { name: mark, unlisted: true })
  expect(unlisted).toBe(true)
  expect(await open(id)).toMatchObject({ name: mark, unlisted: true })
  expect((await said(id, 'Hello', bob)).number).toBe(1)
  for (const as of [undefined, ada, bob])
    expect((await (await send('GET', `/api/realms?query=${mark}`, { as })).json()) as RealmPage).toEqual({
      realms: [],
      nextCursor: null,
    })
  expect(idsOf(await list())).not.toContain(id)
  await send('PATCH', `/api/realms/${id}`, { as: ada, json: { unlisted: false } })
  expect(idsOf(await list(`?query=${mark}`))).toEqual([id])
})

test('the own list has what a wallet made or takes part in, unlisted ones included, and nothing else', async () => {
  const made = await make(cyd, { unlisted: true })
  advance(1)
  const joined = await make(ada, { unlisted: true })
  advance(1)
  const foreign = await make(ada)
  await said(joined.id, 'Hello', cyd)
  expect(idsOf(await list('', cyd))).toEqual([joined.id, made.id])
  await send('DELETE', `/api/realms/${joined.id}/participants/me`, { as: cyd })
  await send('DELETE', `/api/realms/${made.id}/participants/me`, { as: cyd })
  // A wallet's own realms include those it created, whether it participates or not.
  expect(idsOf(await list('', cyd))).toEqual([made.id])
  expect(idsOf(await list('', cyd))).not.toContain(foreign.id)
  expect(await outcome(send('GET', '/api/me/realms'))).toEqual([401, 'not_signed_in'])
})

test('the own list goes page by page and can be searched; a cursor of the other list is refused', async () => {
  const eve = await signIn()
  const made: string[] = []
  for (let count = 0; count < 5; count++) {
    advance(1)
    made.unshift((await make(eve, { name: `Room ${count}`, unlisted: count % 2 === 0 })).id)
  }
  const first = await list('?limit=2', eve)
  const second = await list(`?limit=2&cursor=${first.nextCursor}`, eve)
  const third = await list(`?limit=2&cursor=${second.nextCursor}`, eve)
  expect([first, second, third].flatMap(idsOf)).toEqual(made)
  expect(third.nextCursor).toBeNull()
  expect(idsOf(await list('?query=ROOM%204', eve))).toEqual([made[0]])
  expect(await outcome(send('GET', `/api/realms?cursor=${first.nextCursor}`))).toEqual([
    422,
    'cursor_invalid',
  ])
})

test('a list says how many are there and the number of the newest message', async () => {
  const mark = crypto.randomUUID()
  const { id } = await make(ada, { name: mark })
  for (const expected of [0, 1, 2]) {
    for (const page of [await list(`?query=${mark}`), await list(`?query=${mark}`, ada)])
      expect(page.realms).toMatchObject([{ id, here: 0, lastMessage: expected }])
    await said(id, 'Hello', bob)
  }
})

test('of each realm a list has the first participants and their number, the realm itself all of them', async () => {
  const creator = await signIn()
  const { id } = await make(creator, { name: 'Crowded' })
  await database.sql`update realms set participants = participants ||
    array(select 'p' || number from generate_series(1, ${limits.realmParticipants - 1}) number) where id = ${id}`
  for (const path of ['/api/realms?query=crowded', '/api/me/realms']) {
    const { realms } = (await (await send('GET', path, { as: creator })).json()) as RealmPage
    expect(realms).toMatchObject([{ id, participantCount: limits.realmParticipants }])
    expect(realms[0]?.participants).toHaveLength(limits.listedParticipants)
    expect(realms[0]?.participants[0]).toBe(creator.address)
  }
  const detail = (await (await send('GET', `/api/realms/${id}`)).json()) as RealmPage['realms'][number]
  expect(detail.participants).toHaveLength(limits.realmParticipants)
})
