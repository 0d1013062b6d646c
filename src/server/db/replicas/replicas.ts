import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseError, type QueryResult } from 'pg'
import * as z from 'zod/mini'
import type { Logger } from '../../base/log.ts'
import { currentReader, type Positions, type Reader } from '../../base/reader.ts'
import {
  type ConnectionPool,
  databaseOn,
  type PooledDatabase,
  type WatchStatement,
} from '../connect/connection-pool.ts'
import { WAL_POSITION } from '../connect/note-writes.ts'
import { readsOnly, type StatementConfig } from '../connect/statement-config.ts'
import { judge, PrimaryLog, parsePosition, STALE_MS, type Verdict } from './freshness.ts'
import { Replica, type ReplicaFault } from './replica.ts'
import { type Reads, type ReplicaRead, replicaReads } from './replica-reads.ts'

/** Milliseconds between two looks at the primary's log and at each replica. */
const LOOK_MS = 250

/** In milliseconds, for what a clock may be slower than another within `STALE_MS`. */
const MARGIN_MS = 200

const positionRow = z.object({ position: z.string(), system: z.string() })
const PRIMARY_SAYS = `${WAL_POSITION}, (select system_identifier::text from pg_control_system()) as system`

/** Why the primary answered: no replica could, the reader is not known, or the replica that was asked did not answer. */
type PrimaryReason = Exclude<Verdict, 'readable'> | ReplicaFault | 'no_reader' | 'unknown' | 'failed'

/** Is told of each read: by whom it was answered, and why by the primary. */
type WatchRead = (read: ReplicaRead, place: string, reason: PrimaryReason | '') => void

/** A replica as operators see it. */
export interface ReplicaLook {
  name: string
  state: 'read' | 'behind' | ReplicaFault
  /** At most; null where it is not known, or longer ago than a minute. */
  lagMs: number | null
}

interface ReplicasOptions {
  addresses: readonly string[]
  db: PooledDatabase
  /** What all servers know of who wrote what. */
  positions: Positions | null
  statementLimit: number
  log: Logger
}

/**
 * The streaming replicas of the database, and by whom a question is answered (record 0125). What a person wrote, they
 * find at once; what somebody removed, nobody finds once that was answered; all else is at most `STALE_MS` old.
 */
export class Replicas {
  readonly #options: ReplicasOptions
  readonly #primary: ConnectionPool
  readonly #log = new PrimaryLog()
  readonly #replicas: readonly Replica[]
  readonly #reading: ReadonlyMap<ReplicaRead, PooledDatabase>
  /** What was logged of each replica last. */
  readonly #said = new Map<string, ReplicaLook['state']>()
  #system: string | undefined
  #looking: NodeJS.Timeout | undefined
  #isAsking = false
  #watch: WatchRead | undefined

  constructor(options: ReplicasOptions) {
    const { addresses, db, log, statementLimit } = options
    this.#options = options
    this.#primary = db.$client
    this.#replicas = addresses.map((address) => new Replica({ address, statementLimit, log }))
    const isUsed = addresses.length > 0
    const readingOf = (what: ReplicaRead) => (isUsed ? databaseOn(new ReadingPool(this, what).asPool) : db)
    this.#reading = new Map(replicaReads.map((what) => [what, readingOf(what)]))
    if (isUsed)
      this.#primary.noteWrites({ wants: () => currentReader() !== undefined, note: (at) => this.#note(at) })
  }

  /** Where a question is asked whose answer may be a moment old. */
  readonly reads: Reads = (what) => this.#reading.get(what) ?? this.#options.db

  /** Begins to look at them; until then the primary answers. */
  start(): void {
    if (this.#replicas.length === 0 || this.#looking) return
    void this.look()
    this.#looking = setInterval(() => void this.look(), LOOK_MS).unref()
  }

  async close(): Promise<void> {
    clearInterval(this.#looking)
    await Promise.all(this.#replicas.map((replica) => replica.close()))
  }

  watch(reads: WatchRead, statements: WatchStatement): void {
    this.#watch = reads
    for (const replica of this.#replicas) replica.watch(statements)
  }

  states(): ReplicaLook[] {
    const now = performance.now()
    return this.#replicas.map(({ name, heard, fault }) => {
      const verdict = judge(heard, this.#log, { least: 0n, now })
      const lagMs = heard && this.#log.lagOf(heard.position, now)
      const away = verdict === 'silent' ? 'unreachable' : 'behind'
      return { name, state: fault ?? (verdict === 'readable' ? 'read' : away), lagMs }
    })
  }

  /** Asks the primary and each replica how far they are. Never rejects. */
  async look(): Promise<void> {
    await Promise.all([this.#lookAtPrimary(), ...this.#replicas.map((replica) => this.#lookAt(replica))])
    for (const one of this.states()) this.#say(one)
  }

  /** Answers a statement that only reads: from a replica where one may, else from the primary. */
  async answer(what: ReplicaRead, config: StatementConfig, values?: unknown[]): Promise<QueryResult> {
    if (!readsOnly(config)) return this.#primary.query(config, values)
    const chosen = await this.#choose()
    if (!(chosen instanceof Replica)) {
      this.#watch?.(what, 'primary', chosen)
      return this.#primary.query(config, values)
    }
    try {
      const result = await chosen.query(config, values)
      this.#watch?.(what, chosen.name, '')
      return result
    } catch (error) {
      if (!isAnswered(error)) chosen.failed()
      this.#watch?.(what, 'primary', 'failed')
      return this.#primary.query(config, values)
    }
  }

  get primary(): ConnectionPool {
    return this.#primary
  }

  async #choose(): Promise<Replica | PrimaryReason> {
    const reader = currentReader()
    if (!reader) return 'no_reader'
    reader.least ??= this.#options.positions?.least(reader.who) ?? Promise.resolve(null)
    const least = await reader.least
    if (least === null) return 'unknown'
    const now = performance.now()
    let best: Replica | undefined
    let reason: PrimaryReason = 'unreachable'
    for (const replica of this.#replicas) {
      const verdict = judge(replica.heard, this.#log, { least, now })
      if (verdict !== 'readable') reason = replica.fault ?? verdict
      else if (!best || replica.pending < best.pending) best = replica
    }
    return best ?? reason
  }

  /** Is called after a write, when its position in the log is known, and before it counts as answered. */
  async #note(text: string): Promise<void> {
    const reader = currentReader()
    if (!reader) return
    const { who, removes } = reader
    const position = parsePosition(text)
    reader.least = withPosition(reader, position)
    const isKnown = await this.#options.positions?.note({ who, removes, position })
    // No server reads a replica that is further behind than that.
    if (!isKnown && removes) await wait(STALE_MS + MARGIN_MS)
  }

  async #lookAtPrimary(): Promise<void> {
    if (this.#isAsking) return
    this.#isAsking = true
    const at = performance.now()
    try {
      const { rows } = await this.#primary.query(PRIMARY_SAYS)
      const { position, system } = positionRow.parse(rows[0])
      this.#system = system
      this.#log.add(at, parsePosition(position))
    } catch {
      // Without news of the primary no replica is read for longer than `STALE_MS`.
    } finally {
      this.#isAsking = false
    }
  }

  async #lookAt(replica: Replica): Promise<void> {
    if (this.#system !== undefined) await replica.look(this.#system)
  }

  #say({ name, state, lagMs }: ReplicaLook): void {
    const before = this.#said.get(name)
    if (before === state) return
    this.#said.set(name, state)
    const { log } = this.#options
    if (state !== 'read')
      log.warn({ replica: name, state, lagMs }, 'a replica is not read: the primary answers')
    else if (before !== undefined) log.info({ replica: name }, 'a replica is read again')
  }
}

/** Whether a PostgreSQL server that goes on has said no, such as to a query that what it replays has cancelled. */
function isAnswered(error: unknown): boolean {
  return error instanceof DatabaseError && !error.code?.startsWith('57P') && !error.code?.startsWith('08')
}

async function withPosition({ least }: Reader, position: bigint): Promise<bigint | null> {
  const before = await (least ?? 0n)
  return before === null || before > position ? before : position
}

/** Drizzle knows a pool by the name of its class. */
class ReadingPool {
  readonly #replicas: Replicas
  readonly #what: ReplicaRead

  constructor(replicas: Replicas, what: ReplicaRead) {
    this.#replicas = replicas
    this.#what = what
  }

  get asPool(): ConnectionPool {
    return this as unknown as ConnectionPool
  }

  query(config: StatementConfig, values?: unknown[]): Promise<QueryResult> {
    return this.#replicas.answer(this.#what, config, values)
  }

  /** Transactions are the primary's. */
  connect(): ReturnType<ConnectionPool['connect']> {
    return this.#replicas.primary.connect()
  }
}
