import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from './connect/connect.ts'
import { rows } from './rows.ts'
import { placeKeys } from './schema/trust.ts'

/** Eight hexadecimal digits that tell a place from others with which it shares a folder or a Redis. */
const markOf = (...of: (string | null | undefined)[]) =>
  createHash('sha256').update(of.join(' ')).digest('hex').slice(0, 8)

const markRow = z.object({ database: z.string(), key: z.nullable(z.string()) })

/**
 * All servers on a database have the same mark, from their start on. A copy of the place on another PostgreSQL has
 * another one, and so has one in another database of the same.
 */
export async function findDatabaseMark(db: Db): Promise<string> {
  return markOf((await read(db))?.database)
}

/** As the mark of the database; new embedded ones, which are copies of one that was prepared, differ by their first key. */
export async function findPlaceMark(db: Db): Promise<string> {
  const row = await read(db)
  return markOf(row?.database, row?.key)
}

async function read(db: Db) {
  const first = sql`select ${placeKeys.id} from ${placeKeys} order by ${placeKeys.createdAt}, ${placeKeys.id} limit 1`
  const [row] = await rows(
    db,
    markRow,
    sql`select system_identifier || ' ' || current_database() as database, (${first}) as key from pg_control_system()`,
  )
  return row
}
