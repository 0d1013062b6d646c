import { type AnyColumn, and, eq, gte, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import * as z from 'zod/mini'
import type { Db } from './connect/connect.ts'
import { countRows, rows } from './rows.ts'

/** Every statement compares both fields, so that no wallet can reach what another one owns. */
export interface OwnedId {
  id: string
  owner: string
}

/** The result of restoring a row: `there` was not deleted, `late` was deleted too long ago. */
export type Restored = 'restored' | 'there' | 'late' | 'none'

const restoredRow = z.object({ isRestored: z.boolean(), wasDeleted: z.boolean() })
/** The owner is null for a row that belongs to a thing of another kind. */
const removedRow = z.object({ owner: z.nullable(z.string()) })

/** With all the rows that depend on them, one statement stays far below the statement timeout. */
const REMOVED_AT_ONCE = 20

/** `alsoSet` has further assignments when a row is marked, as `column = value` with a leading comma. */
export function deletableRows(
  table: PgTable & { id: AnyColumn; deletedAt: AnyColumn },
  owner: AnyColumn,
  alsoSet: SQL = sql``,
) {
  const owned = (of: OwnedId) => and(eq(table.id, of.id), eq(owner, of.owner))
  const ownedAndThere = (of: OwnedId) => and(owned(of), isNull(table.deletedAt))
  /** For a row that was deleted at `earliest` or later. */
  const restorable = (of: OwnedId, earliest: Date) => and(owned(of), gte(table.deletedAt, earliest))
  return {
    ownedAndThere,
    restorable,

    async mark(db: Db, of: OwnedId, at: Date): Promise<boolean> {
      const marked = await countRows(
        db,
        sql`update ${table} set deleted_at = ${at.toISOString()}::timestamptz${alsoSet} where ${ownedAndThere(of)}`,
      )
      return marked > 0
    },

    async restore(db: Db, of: OwnedId, earliest: Date): Promise<Restored> {
      const [row] = await rows(
        db,
        restoredRow,
        sql`
        with restored as (update ${table} set deleted_at = null where ${restorable(of, earliest)} returning id)
        select exists (select from restored) as "isRestored", deleted_at is not null as "wasDeleted"
        from ${table} where ${owned(of)}`,
      )
      if (!row) return 'none'
      if (row.isRestored) return 'restored'
      return row.wasDeleted ? 'late' : 'there'
    },

    /** Removes for good the rows deleted before a time, with everything that depends on them; returns their owners. */
    async remove(db: Db, before: Date): Promise<string[]> {
      const owners = new Set<string>()
      for (;;) {
        const gone = await rows(
          db,
          removedRow,
          sql`
          delete from ${table} where ${table.id} in (
            select id from ${table} where deleted_at < ${before.toISOString()}::timestamptz
            order by deleted_at limit ${REMOVED_AT_ONCE}
          ) returning ${owner} as owner`,
        )
        for (const { owner } of gone) if (owner !== null) owners.add(owner)
        if (gone.length < REMOVED_AT_ONCE) return [...owners]
      }
    },
  }
}

export type DeletableRows = Pick<ReturnType<typeof deletableRows>, 'mark' | 'restore' | 'remove'>
