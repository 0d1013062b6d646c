import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { ownDatabase } from '../../../../test/database.ts'
import { createLog } from '../../base/log.ts'
import { insertWord } from '../realms/write-realm-messages.ts'
import { findStaleTables, vacuumRegularly, vacuumStatements } from './vacuum-regularly.ts'

const { db, sql, unbounded } = await ownDatabase()

async function vacuum(table: string) {
  for (const statement of vacuumStatements(table)) await sql.unsafe(statement)
}

test('a table that has changed much is found and vacuumed, and then is not found again', async () => {
  await sql`create table "Odd name" (id integer primary key, text text)`
  await sql`insert into "Odd name" select n, 'a' from generate_series(1, 2000) n`
  await sql`update "Odd name" set text = 'b'`
  expect(await findStaleTables(db)).toEqual(['public."Odd name"'])
  await vacuum('public."Odd name"')
  expect(await findStaleTables(db)).toEqual([])
})

test('analyzing agents does not count the grams of their texts, which would take most of its time and memory', async () => {
  await sql`
    insert into agents (id, name, description, image_url, personality, capabilities, knowledge_domains, owner, category, is_public,
      visibility_enabled, upvotes, created_at)
    select gen_random_uuid(), 'Agent ' || n, 'Explains ' || n, '', '', '{talk}', '{music}', 'w', 'neural', true, true, 0, now()
    from generate_series(1, 100) n`
  await vacuum('public.agents')
  const counted = await sql<{ name: string }[]>`
    select distinct tablename as name from pg_stats where tablename in ('agents', 'agents_listed_grams')`
  expect(counted).toEqual([{ name: 'agents' }])
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

test('a message of a realm that was new when the plan was made costs no more than one before it', async () => {
  const realmId = randomUUID()
  await sql`
    insert into realms (id, name, description, created_by, participants, created_at, last_message, last_change)
    values (${realmId}::uuid, 'New', '', 'w', '{w}', now(), 0, 0)`
  const say = async (count: number) => {
    for (let message = 0; message < count; message++)
      await insertWord(db, {
        ...{ realmId, id: randomUUID(), kind: 'said', author: 'w', content: 'Hello', replyTo: null },
        createdAt: new Date(),
      })
  }
  const fetched = async () => {
    await sql`select pg_stat_force_next_flush()`
    const [row] = await sql<{ read: number }[]>`
      select idx_tup_fetch::int as read from pg_stat_user_tables where relname = 'realm_messages'`
    return row?.read ?? 0
  }
  await say(300)
  for (const table of await findStaleTables(db)) await vacuum(table)
  const before = await fetched()
  await say(100)
  expect((await fetched()) - before).toBeLessThan(1_000)
})
