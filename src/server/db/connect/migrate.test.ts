import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ownDatabase } from '../../../../test/database.ts'
import { migrationsFolder } from '../../base/files.ts'
import { migrate } from './migrate.ts'

const database = await ownDatabase()

test('servers that start at once on one empty database migrate it once', async () => {
  await database.sql.unsafe('drop schema public cascade; drop schema drizzle cascade; create schema public')
  await Promise.all([migrate(database), migrate(database), migrate(database)])
  const applied = await database.sql`select hash from drizzle.__drizzle_migrations`
  expect(applied).toHaveLength(readdirSync(migrationsFolder).filter((name) => name.endsWith('.sql')).length)
  const [row] =
    await database.sql`select 'agents'::regclass::text as name, similarity('abc', 'abc') as trigrams`
  expect(row).toEqual({ name: 'agents', trigrams: 1 })
})

test('a migration that fails says why in one sentence', async () => {
  await database.sql.unsafe('drop schema drizzle cascade')
  await expect(migrate(database)).rejects.toMatchObject({
    name: 'DatabaseError',
    message: expect.stringMatching(
      /^The database's tables can't be brought up to date \(.*already exists.*\)\.$/,
    ),
  })
})
