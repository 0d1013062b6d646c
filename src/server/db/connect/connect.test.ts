import { expect, test } from 'vitest'
import { ownDatabase } from '../../../../test/database.ts'

const statementLimit = 1_000
const database = await ownDatabase({ statementLimit })
const { sql } = database

test('lower() folds letters beyond ASCII, and LIKE counts characters rather than bytes', async () => {
  const [row] = await sql`
    select lower('ÄÖÜ ЖЩ ÇΣ') as lowered, 'Äb' like '_b' as one_character, 'straße' like '%ß%' as found`
  expect(row).toEqual({ lowered: 'äöü жщ çσ', one_character: true, found: true })
})

test('a thousand statements at once each get their own answer', async () => {
  const asked = Array.from({ length: 1_000 }, (_, number) => `question ${number}`)
  const answers = await Promise.all(
    asked.map((text, number) =>
      number % 2 === 0 ? sql`select ${text}::text as answer` : sql`select ${number}::int, ${text} as answer`,
    ),
  )
  expect(answers.map((rows) => rows[0]?.answer)).toEqual(asked)
})

test('two transactions at once stay apart: what one takes back, the other keeps', async () => {
  await sql`create table notes (text text primary key)`
  const { promise: secondAsked, resolve: askSecond } = Promise.withResolvers<void>()
  const first = sql.begin(async (transaction) => {
    await transaction`insert into notes values ('taken back')`
    askSecond()
    await transaction`select pg_sleep(0.05)`
    throw new Error('changed my mind')
  })
  const second = secondAsked.then(() =>
    sql.begin(async (transaction) => {
      await transaction`insert into notes values ('kept')`
      return transaction`select text from notes`
    }),
  )
  await expect(first).rejects.toThrow('changed my mind')
  expect([...(await second)]).toEqual([{ text: 'kept' }])
  expect([...(await sql`select text from notes`)]).toEqual([{ text: 'kept' }])
})

test('a statement that fails leaves the connection usable', async () => {
  await expect(sql`select 1 / ${0}::int`).rejects.toThrow('division by zero')
  expect([...(await sql`select 1 as one`)]).toEqual([{ one: 1 }])
})

test('a statement over the limit is ended, the next is answered, and what was acknowledged is there', async () => {
  await sql`create table kept (id integer primary key)`
  await sql`insert into kept select generate_series(1, 100)`
  await expect(sql`select pg_sleep(600)`).rejects.toThrow(/CONNECTION_CLOSED|statement timeout/)
  const [row] = await sql`select count(*)::int as rows from kept`
  expect(row).toEqual({ rows: 100 })
})

test('unbounded work may run over the limit', async () => {
  const slept = await database.unbounded(
    (single) => single`select pg_sleep(${(statementLimit * 1.5) / 1000}), 'done' as state`,
  )
  expect(slept[0]?.state).toBe('done')
})

test('while a slow statement runs, timers of the server go on', async () => {
  let ticks = 0
  const timer = setInterval(() => ticks++, 1)
  await sql`select pg_sleep(0.4)`
  clearInterval(timer)
  expect(ticks).toBeGreaterThan(20)
})
