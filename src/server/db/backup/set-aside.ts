import * as z from 'zod/mini'
import type { LoadTarget } from './load-target.ts'
import type { Definition } from './restore-state.ts'
import { quoteName } from './rows-source.ts'

const definitionRow = z.object({ remove: z.string(), make: z.string(), table: z.nullable(z.string()) })

/** Foreign keys first, because they need the unique indexes. Those of partitions go and come with their tables'. */
const foreignKeys = constraintsOf("con.contype = 'f'", 'null::text')

const uniqueConstraints = constraintsOf("con.contype in ('u', 'x')", 'c.relname')

/** Those of words first, which take longest: the others are made beside them. */
const indexes = `
  select format('drop index public.%I', c.relname) as remove,
    regexp_replace(pg_get_indexdef(c.oid), ' ON ONLY ', ' ON ') as make, t.relname as table
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam join pg_class t on t.oid = i.indrelid
  where t.relnamespace = 'public'::regnamespace and not i.indisprimary and not t.relispartition
    and not exists (select from pg_constraint con where con.conindid = i.indexrelid and con.contype in ('p', 'u', 'x'))
  order by a.amname <> 'gin', c.relname collate "C"`

/** How much of what an index computes is looked at for plans, where a migration chose it. Without a table, they are made last. */
const indexStatistics = `
  select format('alter index public.%I alter column %s set statistics -1', c.relname, a.attnum) as remove,
    format('alter index public.%I alter column %s set statistics %s', c.relname, a.attnum, a.attstattarget) as make,
    null::text as table
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'i' and a.attnum > 0 and a.attstattarget >= 0`

const triggers = `
  select distinct format('alter table %s disable trigger user', t.tgrelid::regclass) as remove,
    format('alter table %s enable trigger user', t.tgrelid::regclass) as make, c.relname as table
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = 'public'::regnamespace and not t.tgisinternal`

function constraintsOf(condition: string, table: string): string {
  return `
    select format('alter table %s drop constraint %I', con.conrelid::regclass, con.conname) as remove,
      format('alter table %s add constraint %I %s', con.conrelid::regclass, con.conname, pg_get_constraintdef(con.oid))
        as make, ${table} as table
    from pg_constraint con join pg_class c on c.oid = con.conrelid
    where c.relnamespace = 'public'::regnamespace and con.conparentid = 0 and ${condition}
    order by c.relname collate "C", con.conname collate "C"`
}

/**
 * Removes what makes each stored row cost more than the same rows do together at the end, and what would change them.
 * To be called in a transaction that keeps the answer: what makes everything again, in its order.
 */
export async function setAside(target: LoadTarget): Promise<Definition[]> {
  const made: Definition[] = []
  for (const text of [foreignKeys, uniqueConstraints, indexStatistics, indexes, triggers]) {
    const found = (await target.query(text)).map((row) => definitionRow.parse(row))
    for (const { remove } of found) await target.query(remove)
    made.unshift(...found.map(({ make, table }) => ({ definition: make, table })))
  }
  return made
}

/** Has the migrations' own rows removed, which the archive has too. */
export async function emptyTables(target: LoadTarget, tables: readonly string[]): Promise<void> {
  if (tables.length === 0) return
  await target.query(
    `truncate ${tables.map((name) => `public.${quoteName(name)}`).join(', ')} restart identity`,
  )
}
