import type { QueryResult } from 'pg'
import * as z from 'zod/mini'
import type { Logger } from '../../base/log.ts'
import type { Database } from '../connect/connect.ts'
import type { WatchStatement } from '../connect/connection-pool.ts'
import type { StatementConfig } from '../connect/statement-config.ts'
import { openPostgresql } from '../open/open-postgresql.ts'
import { type Heard, parsePosition } from './freshness.ts'

/** In milliseconds: for how long a replica may leave a question open before the primary is asked. */
const PATIENCE_MS = 2_000

/** In milliseconds: a connection on which a question hangs for so long is dead, and all are made anew. */
const DEAD_MS = 10_000

/** Why a replica can't be asked: it does not answer, it follows nobody, or it follows another database. */
export type ReplicaFault = 'unreachable' | 'no_replica' | 'other_database'

type ReplicaState = { is: 'away'; fault: ReplicaFault } | { is: 'there'; heard: Heard }

const saysRow = z.object({ follows: z.boolean(), position: z.nullable(z.string()), system: z.string() })

const SAYS = `select pg_is_in_recovery() as follows, pg_last_wal_replay_lsn()::text as position,
  (select system_identifier::text from pg_control_system()) as system`

interface ReplicaOptions {
  address: string
  statementLimit: number
  log: Logger
}

/** A streaming replica: it is opened when it is first looked at, and again for as long as it can't be reached. */
export class Replica {
  /** Where it is, without a password. */
  readonly name: string
  readonly #options: ReplicaOptions
  #database: Database | undefined
  #state: ReplicaState = { is: 'away', fault: 'unreachable' }
  #asking: { since: number } | undefined
  #watch: WatchStatement | undefined
  /** Questions that are not answered yet. */
  pending = 0

  constructor(options: ReplicaOptions) {
    this.#options = options
    this.name = URL.parse(options.address)?.host ?? 'a replica'
  }

  get heard(): Heard | null {
    return this.#state.is === 'there' ? this.#state.heard : null
  }

  get fault(): ReplicaFault | null {
    return this.#state.is === 'away' ? this.#state.fault : null
  }

  watch(watch: WatchStatement): void {
    this.#watch = watch
    this.#database?.db.$client.watch(watch)
  }

  /** Asks how far it is; one question at a time. @param system the identifier of the primary's database. Never rejects. */
  async look(system: string): Promise<void> {
    if (this.#asking) {
      if (performance.now() - this.#asking.since >= DEAD_MS) await this.#letGo('unreachable')
      return
    }
    const asking = { since: performance.now() }
    this.#asking = asking
    try {
      const database = await this.#open(asking)
      const { rows } = await database.db.$client.query(SAYS)
      if (this.#asking === asking) this.#state = this.#stateOf(saysRow.parse(rows[0]), system)
    } catch {
      if (this.#asking === asking) await this.#letGo('unreachable')
    } finally {
      if (this.#asking === asking) this.#asking = undefined
    }
  }

  /** @throws the database's error, or one of the connection, also where it takes too long */
  async query(config: StatementConfig, values?: unknown[]): Promise<QueryResult> {
    if (!this.#database) throw new Error('the replica is not open')
    const asked = this.#database.db.$client.query(config, values)
    this.pending++
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('the replica takes too long')), PATIENCE_MS)
    })
    try {
      return await Promise.race([asked, late])
    } finally {
      asked.catch(() => {})
      clearTimeout(timer)
      this.pending--
    }
  }

  /** It is not asked any more until it has answered a look. */
  failed(): void {
    this.#state = { is: 'away', fault: 'unreachable' }
  }

  close(): Promise<void> {
    return this.#letGo('unreachable')
  }

  async #open(asking: object): Promise<Database> {
    if (this.#database) return this.#database
    const { address: databaseUrl, statementLimit, log } = this.#options
    const opened = await openPostgresql({ databaseUrl, statementLimit, log })
    if (this.#asking !== asking) {
      await opened.close()
      throw new Error('it was closed meanwhile')
    }
    this.#database = opened
    if (this.#watch) opened.db.$client.watch(this.#watch)
    return opened
  }

  #stateOf({ follows, position, system }: z.infer<typeof saysRow>, expected: string): ReplicaState {
    if (system !== expected) return { is: 'away', fault: 'other_database' }
    if (!follows || position === null) return { is: 'away', fault: 'no_replica' }
    return { is: 'there', heard: { position: parsePosition(position), at: performance.now() } }
  }

  async #letGo(fault: ReplicaFault): Promise<void> {
    const database = this.#database
    this.#database = undefined
    this.#asking = undefined
    this.#state = { is: 'away', fault }
    await database?.close()
  }
}
