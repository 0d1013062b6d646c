import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { ownDatabase } from '../../../../test/database.ts'
import { explain, type Plan } from '../../../../test/explain.ts'
import type { Db } from '../connect/connect.ts'
import { measureWords } from '../own-data/measure-wallet.ts'
import { findRealmDetail } from './realm-detail.ts'
import { listRealms } from './realm-lists.ts'
import { findMessage, findVersions, listChanges, listMessages } from './realm-messages.ts'

const database = await ownDatabase()
const { db, sql } = database

const now = new Date('2024-01-02T00:00:00Z')
/** It has 1,500 messages, one every ten seconds until now, every third of them an agent's. */
const busy = randomUUID()

beforeAll(async () => {
  await sql`
    insert into realms (id, name, description, created_by, participants, created_at, last_message, last_change, unlisted)
    select case when i = 1 then ${busy}::uuid else gen_random_uuid() end, 'Realm ' || i, 'A place', 'ada', '{ada}',
      timestamptz '2024-01-01' + i * interval '1 second', case when i = 1 then 1500 else 2 end,
      case when i = 1 then 1500 else 2 end, i % 2 = 0
    from generate_series(1, 1000) i`
  await sql`
    insert into realm_messages (realm_id, id, number, version, settled, kind, author, content, created_at, agent_id,
      agent_name, answers, state, words)
    select realms.id, gen_random_uuid(), number, number, number, case when number % 3 = 0 then 'answer' else 'said' end,
      'ada', 'Hello', ${now.toISOString()}::timestamptz - (last_message - number) * interval '10 seconds',
      case when number % 3 = 0 then realms.id end, 'Ada', 1, case when number % 3 = 0 then 'finished' end, 2
    from realms, generate_series(1, last_message) number`
  await sql`vacuum (analyze) realms, realm_messages, running_turns, realm_agents, realm_mutes`
})

/** The rows that a query reads from each table, and the access paths, by `EXPLAIN ANALYZE`. */
async function readBy(query: (db: Db) => Promise<unknown>) {
  const { plans } = await explain(database, query, 'explain (analyze, format json)')
  const read = { statements: plans.length, realms: 0, realm_messages: 0, ways: '' }
  const count = (plan: Plan) => {
    const table = plan['Relation Name']
    if (table === 'realms' || table === 'realm_messages')
      read[table] += Math.round(
        (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'],
      )
    read.ways += `${plan['Node Type']} ${plan['Index Name'] ?? table ?? ''}\n`
    plan.Plans?.forEach(count)
  }
  for (const [row] of plans) count(row?.['QUERY PLAN'][0].Plan)
  expect(read.ways).not.toMatch(/Seq Scan (realms|realm_messages)/)
  return read
}

test('a page, what changed and one message read no further than they have to', async () => {
  // One more than requested, and the realm.
  for (const page of [{}, { before: 700 }, { after: 700 }])
    expect(await readBy((db) => listMessages(db, busy, { ...page, limit: 50 }))).toMatchObject({
      statements: 1,
      realms: 1,
      realm_messages: 51,
    })
  const missed = await readBy((db) => listChanges(db, busy, 700, 50))
  expect(missed).toMatchObject({ statements: 1, realms: 1, realm_messages: 51 })
  expect(missed.ways).toContain('realm_messages_version')
  expect(await readBy((db) => listChanges(db, busy, 1_500, 50))).toMatchObject({ realm_messages: 0 })
  const { messages } = await listMessages(db, busy, { limit: 1 }).then((page) => page ?? { messages: [] })
  const one = await readBy((db) => findMessage(db, busy, messages[0]?.id ?? ''))
  expect(one).toMatchObject({ statements: 1, realms: 1, realm_messages: 1 })
})

test('what a realm shows of its agents reads their answers of the hour alone', async () => {
  const read = await readBy((db) => findRealmDetail(db, busy, now, null))
  expect(read).toMatchObject({ statements: 1, realms: 1 })
  // Every third of the 360 messages of the hour is an agent's. They are read once for the words said and once for
  // running answers. In addition the newest message is read, whoever wrote it.
  expect(read.realm_messages).toBeLessThanOrEqual(2 * 120 + 1)
  expect(await findRealmDetail(db, busy, now, null)).toMatchObject({ wordsSaid: 2 * 120 })
})

test('the list is read along its index, and no further than its page', async () => {
  const middle = { createdAt: new Date('2024-01-01T00:10:00Z'), id: randomUUID() }
  for (const after of [undefined, middle]) {
    const read = await readBy((db) => listRealms(db, { limit: 24, after }))
    expect(read).toMatchObject({ statements: 1, realms: 25 })
    expect(read.ways).toContain('realms_listed_newest')
  }
})

test('what a wallet said is measured by reading its own messages alone', async () => {
  await sql`
    insert into realm_messages (realm_id, id, number, version, settled, author, content, created_at)
    select id, gen_random_uuid(), 3, 3, 3, 'grace', 'Grüße', now() from realms where id <> ${busy} limit 3`
  expect(await measureWords(db, 'grace', now)).toBe(3 * Buffer.byteLength('Grüße'))
  const read = await readBy((db) => measureWords(db, 'grace', now))
  expect(read).toMatchObject({ statements: 1, realms: 3, realm_messages: 3 })
  expect(read.ways).toContain('realm_messages_author')
})

test('the versions of many realms are found by their ids', async () => {
  const ids = (await sql<{ id: string }[]>`select id from realms order by id limit 3`).map(({ id }) => id)
  const { result, plans } = await explain(database, (db) => findVersions(db, [...ids, randomUUID()]))
  expect(new Set(result.keys())).toEqual(new Set(ids))
  expect(
    plans
      .flat()
      .map((line) => line['QUERY PLAN'])
      .join('\n'),
  ).toContain('realms_pkey')
})
