import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from './connect/connect.ts'
import { countRows, rows } from './rows.ts'

/** Resolves as soon as the database answers at all. */
export function ping(db: Db): Promise<number> {
  return countRows(db, sql`select 1`)
}

const appliedRow = z.object({ applied: z.int() })

/** How many migrations the schema has had. */
export async function readSchemaVersion(db: Db): Promise<number> {
  const [row] = await rows(
    db,
    appliedRow,
    sql`select count(*)::int as applied from drizzle.__drizzle_migrations`,
  )
  return row?.applied ?? 0
}
