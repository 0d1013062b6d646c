import type { Db } from '../src/server/db/connect/connect.ts'

/** Every index with its statistics, every constraint and every trigger, as PostgreSQL itself writes them. */
export async function schemaDefinitions({ db }: { db: Db }): Promise<unknown[]> {
  const { rows } = await db.execute(`
    select pg_get_indexdef(indexrelid) as made from pg_index i join pg_class c on c.oid = i.indrelid
    where relnamespace = 'public'::regnamespace
    union all select attrelid::regclass::text || attname || attstattarget from pg_attribute a join pg_class c on c.oid = attrelid
    where relnamespace = 'public'::regnamespace and attnum > 0 and attstattarget >= 0
    union all select conrelid::regclass::text || conname || pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'public'::regnamespace and contype <> 'n'
    union all select tgname::text || tgenabled::text from pg_trigger where not tgisinternal`)
  return rows.map(({ made }) => made).sort()
}
