import { sql as sqlText } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ownDatabase } from '../../../../test/database.ts'
import { sqlTag } from '../../../../test/sql-tag.ts'
import { describeError } from '../../base/describe-error.ts'
import { prepared, rows } from '../rows.ts'

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

test('statements go on while a transaction has a connection of its own, and wait for it where there is one alone', async () => {
  await sql`create table steps (text text)`
  const order: string[] = []
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const transaction = sql.begin(async (own) => {
    await own`insert into steps values ('in the transaction')`
    begin()
    await own`select pg_sleep(0.2)`
    order.push('transaction')
  })
  await begun
  const [row] = await sql`select count(*)::int as steps from steps`
  order.push('statement')
  await transaction
  const alone = database.kind === 'embedded'
  expect(order).toEqual(alone ? ['transaction', 'statement'] : ['statement', 'transaction'])
  expect(row).toEqual({ steps: alone ? 1 : 0 })
})

test('more transactions at once than there are connections are all carried out, and statements between them', async () => {
  await sql`create table turns (number integer)`
  const transactions = Array.from({ length: 30 }, (_, number) =>
    sql.begin(async (own) => {
      await own`insert into turns values (${number})`
      await own`select pg_sleep(0.01)`
      return number
    }),
  )
  const statements = Array.from({ length: 30 }, (_, number) => sql`select ${number}::int as number`)
  expect(await Promise.all(transactions)).toEqual(Array.from({ length: 30 }, (_, number) => number))
  expect((await Promise.all(statements)).map(([row]) => row?.number)).toHaveLength(30)
  expect(await sql`select count(distinct number)::int as turns from turns`).toEqual([{ turns: 30 }])
})

test('a prepared statement that fails, as it is parsed or as it is carried out, spoils none of those behind it', async () => {
  const row = z.object({ number: z.number() })
  const half = prepared('half_of', row, ['of'], ({ of }) => sqlText`select 100 / ${of}::int as number`)
  const nowhere = prepared(
    'from_nowhere',
    row,
    ['of'],
    ({ of }) => sqlText`select ${of}::int as number from nowhere`,
  )
  const asked = [2, 0, 5, 0, 10].flatMap((of) => [half(database.db, { of }), nowhere(database.db, { of })])
  const outcomes = (await Promise.allSettled(asked)).map((outcome) =>
    outcome.status === 'fulfilled' ? outcome.value[0]?.number : (outcome.reason as { code: string }).code,
  )
  expect(outcomes.filter((_, index) => index % 2 === 0)).toEqual([50, '22012', 20, '22012', 10])
  for (const code of outcomes.filter((_, index) => index % 2 === 1))
    expect(['42P01', '26000']).toContain(code)
  expect(await half(database.db, { of: 4 })).toEqual([{ number: 25 }])
})

test('a prepared statement is parsed once by a connection, however often it is asked', async () => {
  const row = z.object({ statements: z.number() })
  const count = prepared(
    'count_prepared',
    row,
    ['name'],
    ({ name }) => sqlText`
    select count(*)::int as statements from pg_prepared_statements where name = ${name}`,
  )
  await database.db.transaction(async (own) => {
    for (let times = 0; times < 3; times++)
      expect(await count(own, { name: 'count_prepared' })).toEqual([{ statements: 1 }])
  })
})

test('a row that is not as it should be is an error that holds no value of it', async () => {
  const asked = rows(database.db, z.object({ secret: z.number() }), sqlText`select 's3cret' as secret`)
  const error: unknown = await asked.catch((error: unknown) => error)
  expect(error).toBeInstanceOf(Error)
  expect(JSON.stringify(describeError(error))).not.toContain('s3cret')
})

test('values come back as what they were: times, lists, texts with every sign, JSON, bytes of numbers', async () => {
  const time = new Date('2026-03-29T01:30:00.123Z')
  const list = ['a"b', 'c\\d', '{e,f}', '', 'null', 'ÄЖ 💡']
  const [row] = await sql`
    select ${time}::timestamptz as time, ${list}::text[] as list, ${JSON.stringify({ list })}::jsonb as json,
      ${[1, null, 3]}::int[] as numbers, ${9_007_199_254_740_991}::bigint as big, ${true}::boolean as yes, ${null}::text as none`
  expect(new Date(row?.time)).toEqual(time)
  expect(row).toMatchObject({
    list,
    json: { list },
    numbers: [1, null, 3],
    big: '9007199254740991',
    yes: true,
    none: null,
  })
})

// The embedded database has neither a compiler nor further processes.
test.skipIf(database.kind === 'embedded')(
  'no statement is compiled or divided among processes, however much it seems to cost: that takes longer than most',
  async () => {
    const plan = await database.db.transaction(async (transaction) => {
      await transaction.execute('create table many as select n from generate_series(1, 20000) n')
      for (const bound of [
        'jit_above_cost',
        'parallel_setup_cost',
        'parallel_tuple_cost',
        'min_parallel_table_scan_size',
      ])
        await transaction.execute(`set local ${bound} = 0`)
      return (await transaction.execute('explain analyze select n from many where n % 2000 = 1')).rows
    })
    expect(JSON.stringify(plan)).toContain('Seq Scan')
    expect(JSON.stringify(plan)).not.toMatch(/JIT|Workers/)
    const unbounded = await database.unbounded((db) => db.execute('show max_parallel_workers_per_gather'))
    expect(unbounded.rows).not.toEqual([{ max_parallel_workers_per_gather: '0' }])
  },
)

test('a statement over the limit is ended, the next is answered, and what was acknowledged is there', async () => {
  await sql`create table kept (id integer primary key)`
  await sql`insert into kept select generate_series(1, 100)`
  await expect(sql`select pg_sleep(600)`).rejects.toThrow(/CONNECTION_CLOSED|statement timeout/)
  const [row] = await sql`select count(*)::int as rows from kept`
  expect(row).toEqual({ rows: 100 })
})

test('unbounded work may run over the limit', async () => {
  const slept = await database.unbounded(
    (db) => sqlTag(db)`select pg_sleep(${(statementLimit * 1.5) / 1000}), 'done' as state`,
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
