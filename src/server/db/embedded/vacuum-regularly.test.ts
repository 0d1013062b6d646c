import { expect, test } from 'vitest'
import { ownDatabase } from '../../../../test/database.ts'
import { findStaleTables, vacuum } from './vacuum-regularly.ts'

const { db, sql } = await ownDatabase()

test('a table that has changed much is found and vacuumed, and then is not found again', async () => {
  await sql`create table "Odd name" (id integer primary key, text text)`
  await sql`insert into "Odd name" select n, 'a' from generate_series(1, 2000) n`
  await sql`update "Odd name" set text = 'b'`
  expect(await findStaleTables(db)).toEqual(['public."Odd name"'])
  await vacuum(db, 'public."Odd name"')
  expect(await findStaleTables(db)).toEqual([])
})
