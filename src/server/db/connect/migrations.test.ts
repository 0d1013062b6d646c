import { expect, test } from 'vitest'
import { ownDatabase } from '../../../../test/database.ts'
import { migrationsUpTo } from '../../../../test/older-version.ts'
import { migrate } from './migrate.ts'
import { readMigrations, readSchemaState } from './migrations.ts'

const database = await ownDatabase()

test('a database of a newer version is refused in one sentence, and by its own version used as ever', async () => {
  const newest = readMigrations().length - 1
  const newer = migrationsUpTo(newest, { tag: '9999_next', sql: 'CREATE TABLE "next" ("id" uuid);' })
  await migrate(database, newer)
  await expect(migrate(database)).rejects.toMatchObject({
    name: 'DatabaseError',
    message: expect.stringMatching(
      /^The database was changed by a version of Bionic of \d{4}-\d\d-\d\d or later, .*: start the newer version again, or restore the backup that was made before the upgrade\.$/,
    ),
  })
  await migrate(database, newer)
  expect(await readSchemaState(database.db)).toMatchObject({ pending: [], unknown: [expect.any(Number)] })
  await database.sql`delete from drizzle.__drizzle_migrations where created_at > ${readMigrations().at(-1)?.madeAt}`
  await migrate(database)
})

test('what is applied, pending and known is told apart', async () => {
  await database.sql.unsafe('drop schema public cascade; drop schema drizzle cascade; create schema public')
  const known = readMigrations()
  expect(await readSchemaState(database.db)).toEqual({ applied: [], pending: known, unknown: [] })
  await migrate(database, migrationsUpTo(24))
  expect(await readSchemaState(database.db)).toEqual({
    ...{ applied: known.slice(0, 25), pending: known.slice(25), unknown: [] },
  })
})
