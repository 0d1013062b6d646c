import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Client } from 'pg'
import * as z from 'zod/mini'
import type { Db } from '../connect/connect.ts'
import { connectAlone } from '../open/open-postgresql.ts'
import { rows } from '../rows.ts'
import { placeKeys } from '../schema/trust.ts'

/** The key of the advisory lock. It is arbitrary, but nothing else in the same database may use it. */
const LOCK_KEY = 7_210_451_641

/**
 * Of several servers on one database, one makes the backups: the one whose transaction has the lock, for as long as its
 * connection lives. Through PgBouncer only what is in one transaction stays on one connection of the database. The
 * embedded database has one server only.
 */
export class BackupLead {
  readonly #databaseUrl: string | undefined
  #client: Client | undefined

  constructor(databaseUrl: string | undefined) {
    this.#databaseUrl = databaseUrl
  }

  /** False if another server has it, or the database can't be reached. Never rejects. */
  async holds(): Promise<boolean> {
    if (this.#databaseUrl === undefined) return true
    try {
      this.#client ??= await begin(this.#databaseUrl)
      // Whoever has it gets it again, and a connection that was lost in between has not.
      const { rows } = await this.#client.query(`select pg_try_advisory_xact_lock(${LOCK_KEY}) as held`)
      if (rows[0]?.held === true) return true
    } catch {
      // The next attempt opens another connection.
    }
    await this.release()
    return false
  }

  async release(): Promise<void> {
    const client = this.#client
    this.#client = undefined
    await client?.end().catch(() => {})
  }
}

async function begin(databaseUrl: string): Promise<Client> {
  const client = await connectAlone(databaseUrl)
  await client.query('begin; set local idle_in_transaction_session_timeout = 0')
  return client
}

const markRow = z.object({ database: z.string(), key: z.nullable(z.string()) })

/**
 * What a database marks its backups with, for a folder that others use, too: eight hexadecimal digits. New embedded ones
 * differ by their first key alone, and a copy of a place on another PostgreSQL by the rest.
 */
export async function findPlaceMark(db: Db): Promise<string> {
  const first = sql`select ${placeKeys.id} from ${placeKeys} order by ${placeKeys.createdAt}, ${placeKeys.id} limit 1`
  const [row] = await rows(
    db,
    markRow,
    sql`select system_identifier || ' ' || current_database() as database, (${first}) as key from pg_control_system()`,
  )
  return createHash('sha256').update(`${row?.database} ${row?.key}`).digest('hex').slice(0, 8)
}
