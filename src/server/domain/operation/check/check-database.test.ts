import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testApp } from '../../../../../test/app.ts'
import { ownDatabase } from '../../../../../test/database.ts'
import { citing, makeLeavingWorld } from '../../../../../test/leaving-world.ts'
import { storeLongConversation } from '../../../../../test/long-conversation.ts'
import { asking, makeOwnWorld } from '../../../../../test/own-world.ts'
import { createLog } from '../../../base/log.ts'
import type { Finding } from '../../../db/check/rule.ts'
import { RecallIndex } from '../../recall/index-blocks.ts'
import { checkDatabase } from './check-database.ts'
import { planRepair, repairDatabase } from './repair-database.ts'

const database = await ownDatabase()
const { db, sql } = database
const app = testApp(database, { chat: citing, settings: { PUBLIC_URL: undefined } })
const { send, signIn, sign } = app
const ask = asking(send)

const quiet = { quick: false, progress: () => {} }
const check = async () => (await checkDatabase(database, quiet)).findings
const repair = (found: Finding[]) => repairDatabase(database, found, () => {})
const rules = async () => (await check()).map(({ rule }) => rule)

/** A long conversation whose words are indexed, with somebody in it. */
async function makeLongTalk() {
  const as = await signIn()
  const talk = await storeLongConversation(database, { owner: as.address }, 80)
  const index = new RecallIndex({ db, log: createLog('silent'), pauseMs: 0 })
  index.ended({ conversationId: talk.id, replyId: talk.activeLeaf })
  await index.settled()
  await index.close()
  return { as, ...talk }
}

async function makeWorlds() {
  const talk = await makeLongTalk()
  return { talk, own: await makeOwnWorld(send, database, await signIn()) }
}

let made: ReturnType<typeof makeWorlds> | undefined
/** The same for all tests of the file, each of which leaves it whole. */
const worlds = () => (made ??= makeWorlds())

test('what people made, changed, shared, erased and left behind is whole', async () => {
  const { talk } = await worlds()
  const world = await makeLeavingWorld(app, database)
  // The one call of that world is of a reply that was never there.
  await sql`delete from tool_calls`
  expect(await check()).toEqual([])
  await ask('DELETE', `/api/conversations/${talk.id}/messages/${talk.idOf(5)}`, talk.as)
  await ask('DELETE', `/api/conversations/${world.candidates.conversations?.[2]}`, world.bob)
  await ask('DELETE', `/api/agents/${world.theirs.id}`, world.bob)
  const headers = await sign(world.ada, { action: 'delete-everything' })
  expect((await send('DELETE', '/api/me', { as: world.ada, headers })).status).toBe(200)
  app.advance(11_000)
  await app.sweeps.deletions()
  expect(await check()).toEqual([])
  app.advance(61 * 60_000)
  for (const sweep of Object.values(app.sweeps)) await sweep()
  expect(await check()).toEqual([])
})

/** What somebody or something does to the rows behind the product's back, and whether it can be made anew. */
const counts: [rule: string, plant: (of: Awaited<ReturnType<typeof worlds>>) => Promise<unknown>][] = [
  ['counts.upvotes', ({ own }) => sql`update agents set upvotes = upvotes + 3 where id = ${own.agent.id}`],
  [
    'counts.passages',
    () => sql`update source_versions set terms = terms + 1 where passages > 0 and state = 'ready'`,
  ],
  [
    'counts.reports',
    () => sql`
      insert into desk_cases (id, kind, subject, maker, sources, weight, reports, seen, state, first_at, last_at)
      values (gen_random_uuid(), 'agent', 'gone', '', '{report}', 1, 2, '{}', 'open', now(), now())`,
  ],
  ['counts.fact-numbers', () => sql`update memory_choices set last_number = 0`],
  [
    'numbers.next-message',
    ({ talk }) => sql`update conversations set last_message = 2 where id = ${talk.id}`,
  ],
  [
    'numbers.next-realm-message',
    ({ own }) => sql`update realms set last_message = 1 where id = ${own.realm.id}`,
  ],
  [
    'numbers.next-change',
    ({ own }) => sql`update realms set last_change = 1, directed = 0 where id = ${own.realm.id}`,
  ],
  ['numbers.places', ({ talk }) => sql`update messages set depth = depth + 500 where id = ${talk.idOf(9)}`],
  ['search.recall', () => sql`update recall_words set postings = postings || postings where word = 'questi'`],
  [
    'search.documents',
    () =>
      sql`delete from source_terms where ctid = (select min(ctid) from source_terms where lexeme = 'lamp')`,
  ],
]

const countRows = () => sql`
  select (select count(*) from messages)::int as messages, (select count(*) from source_passages)::int as passages,
    (select count(*) from realm_messages)::int as said`

test('each count, number and index that is wrong is named alone, and made anew without touching anything else', async () => {
  const of = await worlds()
  const before = await countRows()
  const wanted = counts.map(([rule]) => rule).sort()
  for (const [, plant] of counts) await plant(of)
  const found = await check()
  expect(found.map(({ rule }) => rule).sort()).toEqual(wanted)
  expect(
    planRepair(found)
      .map(({ rule }) => rule)
      .sort(),
  ).toEqual(wanted)
  await repair(found)
  expect(await check()).toEqual([])
  expect(await countRows()).toEqual(before)
})

test('what can’t be made anew is told by its rule, and everything else is made anew', async () => {
  const { talk, own } = await worlds()
  const plantAll = () => sql`
    with places as (update messages set depth = depth + 500 where id = ${talk.idOf(9)})
    update agents set upvotes = upvotes + 3 where id = ${own.agent.id}`
  await plantAll()
  await sql.unsafe(`
    create function fail_places() returns trigger language plpgsql as $fail$ begin raise exception 'no'; end $fail$;
    create trigger fail before update on messages for each row execute function fail_places()`)
  const failed: string[] = []
  await repairDatabase(
    database,
    await check(),
    () => {},
    (rule) => void failed.push(rule),
  )
  await sql.unsafe('drop trigger fail on messages; drop function fail_places()')
  expect(failed).toEqual(['numbers.places'])
  const left = await check()
  expect(left.map(({ rule }) => rule)).toEqual(['numbers.places'])
  await repair(left)
  expect(await check()).toEqual([])
})

/** Each is planted in a transaction without triggers, and mended by hand afterwards. */
const losses: [rule: string, plant: string, mend: string][] = [
  [
    // Its place is wrong, too, and can't be made anew without a conversation.
    'references.messages_conversation_id_conversations_id_fk',
    `insert into messages (conversation_id, id, number, role, content, created_at, depth, branch)
      values (gen_random_uuid(), gen_random_uuid(), 1, 'user', 'orphan', now(), 5, gen_random_uuid())`,
    "delete from messages where content = 'orphan'",
  ],
  [
    'references.agent_upvotes_agent_id_agents_id_fk',
    "insert into agent_upvotes (agent_id, wallet, created_at) values (gen_random_uuid(), 'nobody', now())",
    "delete from agent_upvotes where wallet = 'nobody'",
  ],
  [
    'references.people-picture',
    `insert into people (address, image_url, about) values ('nobody', '/images/${'0'.repeat(64)}.webp', '')`,
    "delete from people where address = 'nobody'",
  ],
  [
    'references.shown-message',
    "update conversations set active_leaf = overlay(active_leaf::text placing '0000' from 1)::uuid, title = 'lost' where id = (select min(id::text)::uuid from conversations where last_message = 160)",
    "update conversations set active_leaf = (select id from messages where conversation_id = conversations.id and number = 160), title = '' where title = 'lost'",
  ],
  [
    'references.user',
    "insert into users (id, created_at) values ('00000000-0000-4000-8000-000000000000', now())",
    "delete from users where id = '00000000-0000-4000-8000-000000000000'",
  ],
  [
    'references.mcp_checks',
    "insert into mcp_checks (server, health, checked_at) values ('00000000-0000-4000-8000-000000000000', 'ok', now())",
    "delete from mcp_checks where server like '00000000%'",
  ],
  [
    'hashes.pictures',
    'update images set bytes = bytes || bytes where hash = (select min(hash) from images)',
    'update images set bytes = substring(bytes for octet_length(bytes) / 2) where hash = (select min(hash) from images)',
  ],
  [
    'hashes.documents',
    'update source_file_chunks set bytes = bytes || bytes where file_id = (select min(file_id::text)::uuid from source_file_chunks)',
    'update source_file_chunks set bytes = substring(bytes for octet_length(bytes) / 2) where file_id = (select min(file_id::text)::uuid from source_file_chunks)',
  ],
  [
    'numbers.realm-messages',
    'update realms set last_message = last_message + 2 where last_message = 3',
    'update realms set last_message = last_message - 2 where last_message = 5',
  ],
  [
    'numbers.changes',
    'update realms set last_change = last_change + 2 where last_message in (3, 5)',
    'update realms set last_change = last_change - 2 where last_message in (3, 5)',
  ],
  [
    'numbers.agent-versions',
    "update agents set version = version + 2 where version = 3 and name = 'Noa'",
    "update agents set version = version - 2 where version = 5 and name = 'Noa'",
  ],
]

test('each loss is named with its rows, and a repair leaves it as it is', async () => {
  await worlds()
  const withoutTriggers = (texts: string[]) =>
    sql.unsafe(`begin; set local session_replication_role = replica; ${texts.join(';')}; commit`)
  await withoutTriggers(losses.map(([, plant]) => plant))
  const found = await check()
  expect(found.map(({ rule }) => rule).sort()).toEqual(losses.map(([rule]) => rule).sort())
  for (const { count, ids, isNotice, mendedBy } of found) {
    expect({ count, isNotice, ids }).toEqual({ count: 1, isNotice: false, ids: [expect.any(String)] })
    expect(mendedBy).toBe('person')
  }
  await repair(found)
  expect(await check()).toEqual(found)
  await withoutTriggers(losses.map(([, , mend]) => mend))
  expect(await check()).toEqual([])
})

test('what a server that died left behind is a notice, and what nobody ends a fault', async () => {
  const { talk } = await worlds()
  const [id, lost] = [talk.idOf(160), talk.idOf(158)]
  await sql`update messages set state = 'running' where id = ${id}`
  await sql`insert into running_turns (conversation_id, reply_id, server, beat_at)
    values (${talk.id}, ${id}, ${randomUUID()}, now() - interval '1 hour')`
  expect(await check()).toMatchObject([{ rule: 'moving.running-turns', isNotice: true, ids: [id] }])
  await sql`update messages set state = 'running' where id = ${lost}`
  expect((await check()).filter(({ isNotice }) => !isNotice)).toMatchObject([
    { rule: 'moving.messages', ids: [lost] },
  ])
  await sql`update messages set state = 'finished' where id in (${id}, ${lost})`
  expect((await rules()).sort()).toEqual(['moving.ended-turns', 'moving.running-turns'])
  await sql`delete from running_turns`
  expect(await check()).toEqual([])
})

test('an index that was never finished and a constraint that was never tried are named', async () => {
  await sql`create index facts_text on facts (text)`
  await sql`update pg_index set indisvalid = false where indexrelid = 'facts_text'::regclass`
  await sql`alter table facts add constraint facts_short check (length(text) < 100000) not valid`
  const found = await check()
  expect(found.map(({ rule }) => rule).sort()).toEqual([
    'storage.invalid-index',
    'storage.unvalidated-constraint',
  ])
  await repair(found)
  expect(await rules()).toEqual(['storage.unvalidated-constraint'])
  await sql`alter table facts validate constraint facts_short`
  expect(await check()).toEqual([])
})
