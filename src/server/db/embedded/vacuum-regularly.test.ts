import { expect, onTestFinished, test } from 'vitest'
import { ownDatabase } from '../../../../test/database.ts'
import { createLog } from '../../base/log.ts'
import { findStaleTables, vacuum, vacuumRegularly } from './vacuum-regularly.ts'

const { db, sql, unbounded } = await ownDatabase()

test('a table that has changed much is found and vacuumed, and then is not found again', async () => {
  await sql`create table "Odd name" (id integer primary key, text text)`
  await sql`insert into "Odd name" select n, 'a' from generate_series(1, 2000) n`
  await sql`update "Odd name" set text = 'b'`
  expect(await findStaleTables(db)).toEqual(['public."Odd name"'])
  await vacuum(db, 'public."Odd name"')
  expect(await findStaleTables(db)).toEqual([])
})

test('a table that fills is looked at again and again, so that plans which were made while it was empty do not stay', async () => {
  await sql`create table filling (kind integer, id integer, number integer)`
  await sql`create unique index filling_id on filling (kind, id)`
  await sql`create unique index filling_number on filling (kind, number)`
  const stop = vacuumRegularly({ db, unbounded, log: createLog('silent'), everyMs: 20 })
  onTestFinished(stop)
  const known = async () =>
    Number(
      (await sql<{ rows: number }[]>`select reltuples as rows from pg_class where relname = 'filling'`)[0]
        ?.rows,
    )
  for (const from of [1, 1001]) {
    await sql`insert into filling select 1, n, n from generate_series(${from}::int, ${from + 999}::int) n`
    await expect.poll(known).toBe(from + 999)
  }
})
