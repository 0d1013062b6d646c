import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Database } from '../connect/connect.ts'
import { rows } from '../rows.ts'
import { type OwnPart, readOwnParts, type SchemaPart } from './own-schema.ts'
import type { Finding } from './rule.ts'

const partRow = z.object({
  kind: z.enum(['index', 'constraint', 'trigger']),
  table: z.string(),
  name: z.string(),
  /** The table of a trigger that is switched off, without which the part does nothing. */
  off: z.nullable(z.string()),
  /** Of an index without a constraint. */
  isUnique: z.boolean(),
})
type StoredPart = z.infer<typeof partRow>

/** Foreign keys are kept by triggers of their own, on both tables. PostgreSQL 18 has a constraint for each `not null`. */
export const readStoredParts = ({ db }: Pick<Database, 'db'>): Promise<StoredPart[]> =>
  rows(
    db,
    partRow,
    sql`
    select 'index' as kind, t.relname as "table", c.relname as name, null as off,
      indisunique as "isUnique"
    from pg_index join pg_class c on c.oid = indexrelid join pg_class t on t.oid = indrelid
    where t.relnamespace = 'public'::regnamespace and not exists (
      select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
    union all
    select 'constraint', t.relname, conname, (
      select min(tgrelid::regclass::text) from pg_trigger where tgconstraint = con.oid and tgenabled in ('D', 'R')), false
    from pg_constraint con join pg_class t on t.oid = conrelid
    where t.relnamespace = 'public'::regnamespace and contype <> 'n'
    union all
    select 'trigger', t.relname, tgname, case when tgenabled in ('D', 'R') then t.relname end, false
    from pg_trigger join pg_class t on t.oid = tgrelid
    where t.relnamespace = 'public'::regnamespace and not tgisinternal`,
  )

const problems: Readonly<Record<SchemaPart['kind'], string>> = {
  index:
    'An index of this version is not there: searches take longer, and what it keeps unique may come twice.',
  constraint: 'A constraint of this version is not there or switched off, so that nothing holds rows to it.',
  trigger: 'A trigger of this version is not there or switched off, so that what it does is left undone.',
}

/** What a database of this version has lost: it would not be missed by what is read from the database itself. */
export async function checkParts(database: Database): Promise<Finding[]> {
  const there = new Map((await readStoredParts(database)).map((part) => [keyOf(part), part]))
  return readOwnParts().flatMap((own) => {
    const stored = there.get(keyOf(own))
    if (stored && stored.off === null && stored.isUnique === own.isUnique) return []
    const { kind, table, name } = own
    return [
      {
        ...{ rule: `storage.missing-${kind}`, table, ids: [name], count: 1, problem: problems[kind] },
        ...{ ...mendOf(own, stored), isNotice: false },
      },
    ]
  })
}

const keyOf = ({ kind, table, name }: SchemaPart) => `${kind} ${table} ${name}`

/** Rows that came meanwhile may not be unique, or not be held to a constraint: who makes those again has to decide. */
function mendOf(own: OwnPart, stored: StoredPart | undefined): Pick<Finding, 'mendedBy' | 'mend'> {
  const { kind, name, isUnique, statements } = own
  if (!stored && kind === 'index' && !isUnique && statements.length > 0)
    return { mendedBy: 'repair', mend: 'Run npm run bionic -- repair, which makes the index again.' }
  const off = stored?.off ?? null
  // One of another kind has the name.
  const dropped = stored && kind === 'index' ? [`drop index "${name}"`] : []
  const made =
    off === null
      ? [...dropped, ...statements]
          .map((text) => text.replace(/;\s*$/, '').replace(/\s+/g, ' ').trim())
          .join('; ')
      : `alter table ${off} enable trigger ${kind === 'trigger' ? `"${name}"` : 'all'}`
  return {
    mendedBy: 'person',
    mend:
      made === ''
        ? 'Restore a backup into a new database, which makes its tables with it.'
        : `Once the other findings are mended: ${made}.`,
  }
}

/** Makes an index again that this version has and the database does not, beside everything else on PostgreSQL. */
export async function makeMissingIndex(database: Database, name: string): Promise<void> {
  const own = readOwnParts().find((part) => part.kind === 'index' && part.name === name)
  const beside = database.kind === 'postgresql' ? ' concurrently' : ''
  await database.unbounded(async (db) => {
    for (const statement of own?.statements ?? [])
      await db.execute(sql.raw(statement.replace(/^create index/i, (begin) => begin + beside)))
  })
}
