import { expect, test } from 'vitest'
import { ownDatabase } from '../../../../../test/database.ts'
import { schemaDefinitions } from '../../../../../test/schema-definitions.ts'
import { checkDatabase } from './check-database.ts'
import { repairDatabase } from './repair-database.ts'

const database = await ownDatabase()
const { sql } = database

const check = async () => (await checkDatabase(database, { quick: false, progress: () => {} })).findings

test('what guards and finds rows and was lost is named with what mends it, and hides no orphans', async () => {
  const definitions = async () => (await schemaDefinitions(database)).toSorted()
  const before = await definitions()
  await sql.unsafe(`
    alter table agent_upvotes drop constraint agent_upvotes_agent_id_agents_id_fk;
    insert into agent_upvotes (agent_id, wallet, created_at) values (gen_random_uuid(), 'nobody', now());
    alter table messages disable trigger messages_place;
    drop trigger images_leave_file on images;
    drop index messages_number;
    drop index realm_messages_id;
    create index realm_messages_id on realm_messages (realm_id, id)`)
  const dropped = await sql<{ name: string }[]>`
    select indexrelid::regclass::text as name from pg_index
    where indrelid = 'agents'::regclass and not indisunique`
  expect(dropped.length).toBeGreaterThan(2)
  await sql.unsafe(dropped.map(({ name }) => `drop index ${name}`).join(';'))
  const lost = [
    ['references.agent_upvotes_agent_id_agents_id_fk', 'agent_upvotes', 'person'],
    ['storage.missing-constraint', 'agent_upvotes', 'person'],
    ['storage.missing-index', 'messages', 'person'],
    ['storage.missing-index', 'realm_messages', 'person'],
    ['storage.missing-trigger', 'images', 'person'],
    ['storage.missing-trigger', 'messages', 'person'],
  ]
  const found = async () => (await check()).map(({ rule, table, mendedBy }) => [rule, table, mendedBy]).sort()
  expect(await found()).toEqual(
    [...lost, ...dropped.map(() => ['storage.missing-index', 'agents', 'repair'])].sort(),
  )
  await repairDatabase(database, await check(), () => {})
  expect(await found()).toEqual(lost)
  await sql`delete from agent_upvotes where wallet = 'nobody'`
  // What a person is told to do is a statement that can be run as it is.
  for (const { mend } of await check())
    await sql.unsafe(/^Once the other findings are mended: (.*)\.$/.exec(mend)?.[1] ?? mend)
  expect(await check()).toEqual([])
  expect(await definitions()).toEqual(before)
})
