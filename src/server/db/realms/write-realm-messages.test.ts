import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { ownDatabase } from '../../../../test/database.ts'
import { emptyWords } from '../own-data/empty-words.ts'
import { emptyMessage } from './write-realm-messages.ts'

const { db, sql } = await ownDatabase()

test('words are taken out one by one and all at once at the same time: nobody waits for ever, and each has a version of its own', async () => {
  const realmId = randomUUID()
  const ids = Array.from({ length: 60 }, () => randomUUID())
  await sql`
    insert into realms (id, name, description, created_by, participants, created_at, last_message, last_change)
    values (${realmId}, 'Realm', '', 'ada', '{ada}', '2024-01-01', 60, 60)`
  await sql`
    insert into realm_messages (realm_id, id, number, version, settled, kind, author, content, created_at)
    select ${realmId}::uuid, id::uuid, number, number, number, 'said', 'ada', 'Hello', '2024-01-01'
    from json_array_elements_text(${JSON.stringify(ids)}::json) with ordinality as given (id, number)`
  const at = new Date('2024-01-02')
  const leaving = { wallet: 'ada', names: [], agents: [], deletedAt: at, settledAt: at }
  const portion = (from: number) => Array.from({ length: 5 }, (_, step) => ((from + step) % 60) + 1)
  await Promise.all([
    ...ids.map((id) => emptyMessage(db, { realmId, id, by: 'ada', at })),
    ...ids.map((_, from) => emptyWords(db, leaving, { realmId, numbers: portion(from), pattern: 'ada' }, at)),
  ])
  const rows = await sql<{ content: string; version: number }[]>`
    select content, version::int as version from realm_messages where realm_id = ${realmId} order by version`
  expect(new Set(rows.map(({ content }) => content))).toEqual(new Set(['']))
  expect(new Set(rows.map(({ version }) => version)).size).toBe(60)
})
