import { expect, test } from 'vitest'
import { testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import {
  deskClient,
  lifting,
  nothing,
  putBack,
  revoking,
  suspending,
  takeDown,
  uphold,
} from '../../../../../test/desk-client.ts'
import { doorClient } from '../../../../../test/door-client.ts'
import { outcome } from '../../../../../test/realm-requests.ts'
import { createTestWallet } from '../../../../../test/wallet.ts'
import type { DeskCase, LogRow, TrustFigures } from '../../../../shared/trust/desk.ts'
import { verifyLog } from '../../../domain/trust/verify-log.ts'

const database = await testDatabase()
const wallets = [createTestWallet(), createTestWallet()] as const
const app = testApp(database, { settings: { OPERATORS: wallets.map(({ address }) => address) } })
const { send, signIn } = app
const [olga, pavel] = [await signIn(wallets[0]), await signIn(wallets[1])]
const desk = deskClient(app, database)
const { act, acted, makeAgent, openCase, readCase, statements, object } = desk

/** Somebody whose agent waits at the desk. */
async function somebody() {
  const ada = await signIn()
  const agent = await makeAgent(ada)
  return { ada, agent, at: { case: await openCase(ada, agent) } }
}

const list = async (query = '') =>
  (await (await send('GET', `/api/desk/cases${query}`, { as: olga })).json()) as {
    cases: DeskCase[]
    nextCursor: string | null
  }

test('the desk says to an operator alone how much waits', async () => {
  const { ada } = await somebody()
  const read = async (as?: typeof ada) => (await send('GET', '/api/desk', { as })).json()
  expect(await read()).toEqual({ operator: false, open: 0 })
  expect(await read(ada)).toEqual({ operator: false, open: 0 })
  expect(await read(olga)).toEqual({ operator: true, open: expect.any(Number) })
  expect(((await read(olga)) as { open: number }).open).toBeGreaterThan(0)
})

test('the queue goes by weight, a page at a time, and what is reported again stays one row', async () => {
  const { ada, agent } = await somebody()
  const heavy = await openCase(ada, agent, 100)
  for (let more = 0; more < 32; more++) await openCase(ada, await makeAgent(ada), 10 + more)
  const first = await list()
  expect(first.cases[0]).toMatchObject({ id: heavy, weight: 101, reports: 2, state: 'open' })
  expect(first.cases).toHaveLength(30)
  const second = await list(`?cursor=${first.nextCursor}`)
  const weights = [...first.cases, ...second.cases].map(({ weight }) => weight)
  expect(weights).toEqual(weights.toSorted((one, other) => other - one))
  expect(new Set([...first.cases, ...second.cases].map(({ id }) => id)).size).toBe(weights.length)
  expect(
    await outcome(send('GET', `/api/desk/cases?state=closed&cursor=${first.nextCursor}`, { as: olga })),
  ).toEqual([422, 'cursor_invalid'])
})

test('what is taken down is said to whoever made it, with the reason, and is put back after their objection by another operator', async () => {
  const { ada, at, agent } = await somebody()
  const row = await acted(olga, at, takeDown)
  expect((await readCase(olga, at.case)).case).toMatchObject({ state: 'closed', standing: 'down', weight: 0 })
  expect(await statements(ada)).toEqual([
    expect.objectContaining({
      ...{ number: row.number, action: 'take_down', kind: 'agent', subject: agent, title: 'Ada' },
      ...{ ground: 'spam', words: 'It advertises.', holds: true, objection: null, canObject: true },
    }),
  ])

  expect((await object(ada, row.number)).status).toBe(204)
  expect(await outcome(object(ada, row.number))).toEqual([409, 'already_objected'])
  const { objections, case: waiting } = await readCase(olga, at.case)
  expect(waiting.state).toBe('objected')
  expect(objections).toEqual([
    expect.objectContaining({ about: row.number, words: 'It was a joke.', canAnswer: false }),
  ])
  expect(await outcome(act(olga, at, putBack))).toEqual([403, 'forbidden'])
  expect(await outcome(act(olga, at, nothing))).toEqual([409, 'conflict'])
  expect((await readCase(pavel, at.case)).objections[0]).toMatchObject({ canAnswer: true })
  await acted(pavel, at, putBack)

  expect((await readCase(olga, at.case)).case).toMatchObject({ state: 'closed', standing: null })
  expect(await statements(ada)).toEqual([
    expect.objectContaining({
      ...{ number: row.number, holds: false, canObject: false },
      objection: expect.objectContaining({
        ...{ words: 'It was a joke.', answer: 'put_back', answerWords: 'We were wrong.' },
      }),
    }),
  ])
})

test('an upheld action holds, and nobody objects to it a second time', async () => {
  const { ada, at } = await somebody()
  const { number } = await acted(olga, at, takeDown)
  await object(ada, number)
  await acted(pavel, at, uphold)
  expect((await readCase(olga, at.case)).case).toMatchObject({ state: 'closed', standing: 'down' })
  expect((await statements(ada))[0]).toMatchObject({ holds: true, objection: { answer: 'upheld' } })
  expect(await outcome(object(ada, number))).toEqual([409, 'already_objected'])
  expect(await outcome(act(pavel, at, uphold))).toEqual([409, 'conflict'])
})

test('where there is one operator alone, they answer objections to what they did', async () => {
  const alone = testApp(database, { settings: { OPERATORS: [olga.address] } })
  const only = deskClient(alone, database)
  const { ada, at } = await somebody()
  const { number } = await only.acted(olga, at, takeDown)
  await only.object(ada, number)
  await only.acted(olga, at, uphold)
  expect((await statements(ada))[0]).toMatchObject({ objection: { answer: 'upheld' } })
})

test('a suspension is objected to and lifted, which is its answer', async () => {
  const { ada, at } = await somebody()
  const { number } = await acted(olga, at, suspending(ada, 'making', 7))
  expect((await readCase(olga, at.case)).maker.suspended).toEqual({
    scope: 'making',
    until: expect.any(String),
  })
  expect((await object(ada, number)).status).toBe(204)
  expect(await outcome(act(olga, at, lifting(ada)))).toEqual([403, 'forbidden'])
  await acted(pavel, at, lifting(ada))
  expect((await statements(ada))[0]).toMatchObject({
    ...{ number, holds: false, canObject: false },
    objection: { answer: 'put_back', answerWords: 'Welcome back.' },
  })
  expect((await readCase(olga, at.case)).case.state).toBe('closed')
})

test('a wallet of which nobody complained is suspended as well, and its case stands at the desk from then on', async () => {
  const ada = await signIn()
  const on = { person: ada.address }
  const { number } = await acted(olga, on, suspending(ada, 'speaking'))
  expect(await outcome(act(pavel, on, suspending(ada)))).toEqual([409, 'conflict'])
  await object(ada, number)
  const found = (await list('?state=objected')).cases.find(({ subject }) => subject === ada.address)
  expect(found).toMatchObject({ kind: 'person', state: 'objected' })
  await acted(pavel, { case: found?.id ?? '' }, putBack)
  expect((await statements(ada))[0]).toMatchObject({ holds: false, subject: ada.address })
})

test('revoked keys work no more, while new ones can be made', async () => {
  const { ada, at } = await somebody()
  const { makeKey } = doorClient(send)
  const { key } = await makeKey(ada)
  const ask = (bearer: string) =>
    send('GET', '/v1/models', { headers: { authorization: `Bearer ${bearer}` } })
  expect((await ask(key)).status).toBe(200)
  await acted(olga, at, revoking(ada))
  expect((await ask(key)).status).toBe(401)
  expect((await ask((await makeKey(ada)).key)).status).toBe(200)
})

test('an operator reads the maker’s history, and nobody is told who reported', async () => {
  const { ada, at } = await somebody()
  const first = await acted(olga, at, takeDown)
  const next = { case: await openCase(ada, await makeAgent(ada)) }
  const page = await readCase(pavel, next.case)
  expect(page.maker.history.map(({ number }) => number)).toEqual([first.number])
  expect(page.maker.history[0]).toMatchObject({ person: ada.address, title: 'Ada' })
  expect(JSON.stringify(page)).not.toContain('reporter')
})

test('each action is a row of a chain that whoever has it can check, and that names no person', async () => {
  const { ada, at } = await somebody()
  await acted(olga, at, takeDown)
  const rows = await desk.exportLog(pavel)
  const head = rows.at(-1) as LogRow
  expect(await verifyLog(rows)).toEqual({
    ...{ rows: rows.length, faults: [] },
    head: { number: head.number, hash: head.hash },
  })
  expect(JSON.stringify(rows)).not.toContain(ada.address)
  const page = (await (await send('GET', '/api/desk/log', { as: olga })).json()) as { rows: LogRow[] }
  expect(page.rows[0]).toMatchObject({ ...head, person: ada.address, title: 'Ada' })
})

test('everybody reads how much was done, why and in which month, and no name', async () => {
  const { at } = await somebody()
  await acted(olga, at, takeDown)
  const answer = await send('GET', '/api/trust/figures')
  const { months } = (await answer.json()) as TrustFigures
  const month = new Date().toISOString().slice(0, 7)
  expect(months[0]).toMatchObject({ month })
  expect(months[0]?.actions).toContainEqual({
    action: 'take_down',
    ground: 'spam',
    count: expect.any(Number),
  })
  expect(JSON.stringify(months)).not.toContain(olga.address)
})

test('twenty operators’ actions at once on one case: one is done, and the log has no gap', async () => {
  const { at } = await somebody()
  const before = (await desk.exportLog(olga)).length
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => act(index % 2 ? olga : pavel, at, takeDown)),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(19).fill(409)])
  const rows = await desk.exportLog(olga)
  expect(rows.length).toBe(before + 1)
  expect((await verifyLog(rows)).faults).toEqual([])
})

test('actions on twenty cases at once get twenty numbers in a row', async () => {
  const { ada } = await somebody()
  const cases = []
  for (let more = 0; more < 20; more++) cases.push(await openCase(ada, await makeAgent(ada)))
  const rows = await Promise.all(cases.map((id) => acted(olga, { case: id }, takeDown)))
  const numbers = rows.map(({ number }) => number).toSorted((one, other) => one - other)
  expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index))
  expect((await verifyLog(await desk.exportLog(olga))).faults).toEqual([])
})
