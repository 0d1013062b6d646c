import type { Client } from 'pg'
import { connectAlone } from '../open/open-postgresql.ts'

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
