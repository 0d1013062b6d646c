import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ownDatabase } from '../../../../test/database.ts'
import { migrationsFolder } from '../../base/files.ts'
import { listChanges, listMessages } from './realm-messages.ts'
import { insertWord } from './write-realm-messages.ts'

const { db, sql } = await ownDatabase()
const files = readdirSync(migrationsFolder)
  .filter((name) => name.endsWith('.sql'))
  .sort()

const apply = (name: string) => sql.unsafe(readFileSync(join(migrationsFolder, name), 'utf8'))

test('what was said before realms were live is read as it was, and goes on from there', async () => {
  await sql.unsafe('drop schema public cascade; create schema public')
  const live = files.findIndex((name) => name.endsWith('_live_realms.sql'))
  for (const name of files.slice(0, live)) await apply(name)
  const [realm, quiet] = [randomUUID(), randomUUID()]
  await sql`
    insert into realms (id, name, description, created_by, participants, created_at, last_message)
    select id, 'Old', '', 'ada', '{ada,bob}', now(), last from (values (${realm}::uuid, 3), (${quiet}::uuid, 0)) as old (id, last)`
  await sql`
    insert into realm_messages (realm_id, number, id, author, content, created_at)
    select ${realm}::uuid, number, gen_random_uuid(), 'bob', 'Message ' || number, now() from generate_series(1, 3) number`
  for (const name of files.slice(live)) await apply(name)

  const page = await listMessages(db, realm, { limit: 50 })
  const old = { kind: 'said', author: 'bob', replyTo: null, removed: false }
  expect(page).toMatchObject({
    messages: [1, 2, 3].map((number) => ({ ...old, number, version: number, content: `Message ${number}` })),
    version: 3,
    hasMore: false,
  })
  expect(await listChanges(db, realm, 2, 10)).toEqual({
    messages: page?.messages.slice(2),
    to: 3,
    more: false,
  })
  expect(await listMessages(db, quiet, { limit: 50 })).toEqual({ messages: [], version: 0, hasMore: false })
  const [left] = await sql`select count(*)::int from realms where directed < last_change or awaits_director`
  expect(left).toEqual({ count: 0 })
  const word = { realmId: realm, id: randomUUID(), kind: 'said', author: 'cyd', content: 'Next' } as const
  const stored = await insertWord(db, { ...word, replyTo: 3, createdAt: new Date() })
  expect(stored?.message).toMatchObject({ number: 4, version: 4, replyTo: 3 })
})
