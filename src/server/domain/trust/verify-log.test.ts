import { sql as statement } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { ownDatabase } from '../../../../test/database.ts'
import type { LogRow } from '../../../shared/trust/desk.ts'
import { appendToLog, hashOfRow, lockDesk, readLog } from '../../db/trust/desk-log.ts'
import { checkDeskLog } from '../operation/check/desk-log.ts'
import { compareLogs, verifyLog } from './verify-log.ts'

const database = await ownDatabase()
const { db } = database
async function collectLog(): Promise<LogRow[]> {
  const rows: LogRow[] = []
  for await (const row of readLog(db)) rows.push(row)
  return rows
}
const faults = async () => (await verifyLog(readLog(db))).faults

/** As somebody who has the database does it: past the trigger. */
const tamper = (change: string) =>
  db.transaction(async (transaction) => {
    await transaction.execute(statement`alter table desk_log disable trigger all`)
    await transaction.execute(statement.raw(change))
    await transaction.execute(statement`alter table desk_log enable trigger all`)
  })

async function write(words: string): Promise<LogRow> {
  return db.transaction(async (transaction) => {
    await lockDesk(transaction)
    return appendToLog(transaction, {
      ...{ at: new Date(), action: 'take_down', kind: 'agent', subject: 'an agent', wallet: 'a digest' },
      ...{ operator: 'Olga', ground: 'spam', scope: null, until: null, about: null, title: 'Ada', words },
    })
  })
}

beforeEach(async () => {
  await tamper('delete from desk_log')
  for (let number = 1; number <= 5; number++) await write(`The words of ${number}`)
})

test('a log as it was written is whole, and its head says where it ends', async () => {
  const rows = await collectLog()
  expect(rows.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5])
  expect(await verifyLog(rows)).toEqual({ rows: 5, faults: [], head: { number: 5, hash: rows[4]?.hash } })
  expect(await checkDeskLog(database)).toBeNull()
})

test.each([
  ["words = 'Other words'", 'a word'],
  ["at = at + interval '1 day'", 'a time'],
  ["operator = 'Pavel'", 'who did it'],
  ["wallet = 'another'", 'whom it concerns'],
  ['ground = null', 'why'],
])('an altered row is found and named: %s', async (change) => {
  await tamper(`update desk_log set ${change} where number = 3`)
  expect(await faults()).toEqual([{ number: 3, problem: expect.stringContaining('altered') }])
  expect(await checkDeskLog(database)).toMatchObject({ rule: 'chain.desk_log', ids: ['3'] })
})

test('an altered row with a hash to match is found by the row after it', async () => {
  const [, , third] = await collectLog()
  const { hash: _, ...row } = { ...(third as LogRow), words: 'Other words' }
  await tamper(`update desk_log set words = 'Other words', hash = '${hashOfRow(row)}' where number = 3`)
  expect(await faults()).toEqual([{ number: 4, problem: expect.stringContaining('does not follow') }])
})

test('a removed row is found', async () => {
  await tamper('delete from desk_log where number = 2')
  expect(await faults()).toEqual([{ number: 2, problem: 'This row is missing.' }])
})

test('rows that change places are found', async () => {
  await tamper(
    'update desk_log set number = 20 where number = 2; update desk_log set number = 2 where number = 3; update desk_log set number = 3 where number = 20',
  )
  expect((await faults()).map(({ number }) => number)).toEqual(expect.arrayContaining([2, 3]))
})

test('a row that is put in is found, in the database and in a file', async () => {
  const rows = await collectLog()
  const [first, second] = rows as [LogRow, LogRow]
  const { hash: _, ...forged } = { ...second, words: 'Forged' }
  const inserted = { ...forged, hash: hashOfRow(forged) }
  expect((await verifyLog([first, inserted, ...rows.slice(1)])).faults.length).toBeGreaterThan(0)
  await tamper('update desk_log set number = number + 1 where number > 4')
  await tamper(
    "insert into desk_log select 5, at, action, kind, subject, title, wallet, operator, ground, 'Forged', scope, until, about, before, hash from desk_log where number = 4",
  )
  expect((await faults()).map(({ number }) => number)).toEqual(expect.arrayContaining([5, 6]))
})

test('a cut end is not seen in the log itself, but beside an earlier export', async () => {
  const earlier = await collectLog()
  await tamper('delete from desk_log where number > 3')
  expect(await faults()).toEqual([])
  expect(await compareLogs(earlier, readLog(db))).toMatchObject({ number: 4 })
})

test('a log that was made anew is whole by itself, and another one beside an earlier export', async () => {
  const earlier = await collectLog()
  await tamper('delete from desk_log')
  for (let number = 1; number <= 5; number++) await write(`Nicer words of ${number}`)
  expect(await faults()).toEqual([])
  expect(await compareLogs(earlier, readLog(db))).toMatchObject({ number: 1 })
  await write('One more')
  expect(await compareLogs(await collectLog(), readLog(db))).toBeNull()
})

test('the longest log is read a part at a time, whole', async () => {
  for (let number = 6; number <= 520; number++) await write('More')
  expect(await verifyLog(readLog(db))).toMatchObject({ rows: 520, faults: [] })
})
