import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { ownDatabase } from '../../../../../test/database.ts'
import { migrationsUpTo } from '../../../../../test/older-version.ts'
import { migrate } from '../../../db/connect/migrate.ts'
import { readMigrations } from '../../../db/connect/migrations.ts'
import { planUpgrade, rehearseUpgrade } from './plan-upgrade.ts'

const database = await ownDatabase()
const { sql } = database

const makeOlder = async (number: number) => {
  await sql.unsafe('drop schema public cascade; drop schema drizzle cascade; create schema public')
  await migrate(database, migrationsUpTo(number))
}

test('what a newer version would do is told statement by statement, and a rehearsal does it and takes it back', async () => {
  await makeOlder(19)
  await sql`insert into users (id, created_at) select gen_random_uuid(), now() from generate_series(1, 50)`
  const planned = await planUpgrade(database)
  const names = readMigrations()
    .slice(20)
    .map(({ name }) => name)
  expect(planned.migrations.map(({ name }) => name)).toEqual(names)
  expect(planned).toMatchObject({ isRehearsed: false, isRolling: false })
  const rehearsed = await rehearseUpgrade(database)
  const told = (plan: typeof planned) =>
    plan.migrations.map(({ statements }) => statements.map(({ seconds, ...statement }) => statement))
  expect(told(rehearsed)).toEqual(told(planned))
  expect(rehearsed.isRehearsed).toBe(true)
  // Nothing of it is left: it can be done again, and then nothing is pending.
  await rehearseUpgrade(database)
  await migrate(database)
  expect(await planUpgrade(database)).toEqual({
    ...{ migrations: [], seconds: 0, isRehearsed: false, isRolling: true },
  })
})

test('what only adds can be done beside servers of the version before', async () => {
  await migrate(database)
  const id = randomUUID().slice(0, 8)
  const last = readMigrations().length - 1
  const planOf = async (text: string) =>
    planUpgrade(database, readMigrations(migrationsUpTo(last, { tag: `next_${id}`, sql: text })))
  const adds = await planOf(
    'CREATE TABLE "more" ("id" uuid PRIMARY KEY);--> statement-breakpoint\nALTER TABLE "users" ADD COLUMN "note" text;--> statement-breakpoint\nCREATE INDEX "users_note" ON "users" USING btree ("note");',
  )
  expect(adds.isRolling).toBe(true)
  expect(adds.migrations[0]?.statements).toMatchObject([
    { table: null, lock: 'none', work: 'nothing' },
    { table: 'users', lock: 'ACCESS EXCLUSIVE', work: 'nothing' },
    { table: 'users', lock: 'SHARE', work: 'sorts the table' },
  ])
  expect((await planOf('ALTER TABLE "users" DROP COLUMN "created_at";')).isRolling).toBe(false)
})
