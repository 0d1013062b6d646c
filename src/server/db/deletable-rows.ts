import { type AnyColumn, and, eq, gte, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './connect/connect.ts'

/** A thing of somebody. Every statement names both, so that another wallet's is found by none. */
export interface OwnedId {
  id: string
  owner: string
}

/** What came of bringing a row back: `there` was not deleted, `late` was deleted too long ago. */
export type Restored = 'restored' | 'there' | 'late' | 'none'

/** As many rows are removed by one statement; with all that goes with them it stays far below its limit. */
const REMOVED_AT_ONCE = 20

/**
 * The statements of a table whose rows are out of sight once they are marked as deleted, and removed later.
 * @param owner the column of the wallet that a row belongs to
 * @param alsoSet what else changes in a row that is marked, as `column = value` with a comma before it
 */
export function deletableRows(
  table: PgTable & { id: AnyColumn; deletedAt: AnyColumn },
  owner: AnyColumn,
  alsoSet: SQL = sql``,
) {
  const owned = (of: OwnedId) => and(eq(table.id, of.id), eq(owner, of.owner))
  const ownedAndThere = (of: OwnedId) => and(owned(of), isNull(table.deletedAt))
  /** A row of this owner that was deleted at `earliest` or later. */
  const restorable = (of: OwnedId, earliest: Date) => and(owned(of), gte(table.deletedAt, earliest))
  return {
    ownedAndThere,
    restorable,

    /** Takes a row of this owner out of sight; false where there is none. */
    async mark(db: Db, of: OwnedId, at: Date): Promise<boolean> {
      const rows = await db.execute(sql`
        update ${table} set deleted_at = ${at.toISOString()}::timestamptz${alsoSet}
        where ${ownedAndThere(of)} returning id`)
      return rows.length > 0
    },

    async restore(db: Db, of: OwnedId, earliest: Date): Promise<Restored> {
      const [row] = await db.execute<{ outcome: Restored }>(sql`
        with restored as (update ${table} set deleted_at = null where ${restorable(of, earliest)} returning id)
        select case when exists (select from restored) then 'restored' when deleted_at is null then 'there' else 'late' end
          as outcome
        from ${table} where ${owned(of)}`)
      return row?.outcome ?? 'none'
    },

    /** Removes for good what was deleted before a time, with all that goes with it. @returns whose it was */
    async remove(db: Db, before: Date): Promise<string[]> {
      const owners = new Set<string>()
      for (;;) {
        const gone = await db.execute<{ owner: string }>(sql`
          delete from ${table} where ${table.id} in (
            select id from ${table} where deleted_at < ${before.toISOString()}::timestamptz
            order by deleted_at limit ${REMOVED_AT_ONCE}
          ) returning ${owner} as owner`)
        for (const row of gone) owners.add(row.owner)
        if (gone.length < REMOVED_AT_ONCE) return [...owners]
      }
    },
  }
}

export type DeletableRows = Pick<ReturnType<typeof deletableRows>, 'mark' | 'restore' | 'remove'>
