import type { LoadTarget } from './load-target.ts'
import { findSchemaTime, type Migration } from './read-schema.ts'
import { quoteText } from './rows-source.ts'

/** Applies those that are missing, each in a transaction of its own, and writes them down as Drizzle's migrator does. */
export async function applyMigrations(target: LoadTarget, migrations: readonly Migration[]): Promise<void> {
  const applied = await findSchemaTime(target)
  await target.query(`
    create schema if not exists drizzle;
    create table if not exists drizzle.__drizzle_migrations (
      id serial primary key, hash text not null, created_at bigint)`)
  for (const { when, hash, statements } of migrations) {
    if (when <= applied) continue
    await target.transaction(async () => {
      for (const statement of statements) await target.query(statement)
      await target.query(
        `insert into drizzle.__drizzle_migrations (hash, created_at) values (${quoteText(hash)}, ${when})`,
      )
    })
  }
}
