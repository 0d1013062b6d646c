import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { ClientConfig, Pool, QueryResult } from 'pg'
import { Connection, ConnectionError } from './connection.ts'
import { type NotesWrites, WAL_POSITION } from './note-writes.ts'
import {
  isBegin,
  isCommit,
  mayWrite,
  operationOf,
  type StatementConfig,
  withoutName,
} from './statement-config.ts'

export type PooledDatabase = NodePgDatabase & { $client: ConnectionPool }

/** Drizzle treats any object whose class name ends with `Pool` as a node-postgres pool, so that name must stay. */
export function databaseOn(pool: ConnectionPool, logger?: Logger): PooledDatabase {
  const client = pool as unknown as Pool
  return drizzle({ client, ...(logger && { logger }) }) as unknown as PooledDatabase
}

/** The least wait before a lost connection is replaced, and the most that is added to it at random. */
const PAUSE_MS = 100
const MORE_PAUSE_MS = 400

/** For connections through PgBouncer in transaction mode, where each transaction can be another session. */
interface SharedSessions {
  /** Set in each transaction, in milliseconds; 0 for none. */
  statementLimit: number
  idleLimit: number
}

/** How long running statements may take to finish when the pool is closed. */
const END_MS = 5_000

/** Is told of each statement; what it returns is called with the error, if there is one, when it was answered. */
export type WatchStatement = (operation: string) => (error?: unknown) => void

interface ReservedConnection {
  query: Connection['query']
  release(): void
}

interface Waiting {
  alone: boolean
  resolve: (connection: Connection) => void
  reject: (error: Error) => void
}

/**
 * A statement is sent on an idle connection, else on a new one, else behind the statements on the least busy one. A
 * transaction has one to itself, to neither mix with nor delay statements; of several, one is left for statements.
 */
export class ConnectionPool {
  readonly #config: ClientConfig
  readonly #most: number
  readonly #before: () => Promise<unknown>
  readonly #shared: SharedSessions | undefined
  readonly #connections = new Set<Connection>()
  /** In order of arrival. */
  readonly #waiting: Waiting[] = []
  /** No connection is opened before this time (`performance.now`). */
  #pausedUntil = 0
  #ending = false
  #onIdle: (() => void) | undefined
  #watch: WatchStatement | undefined
  #notes: NotesWrites | undefined

  /** @param options.before must not reject */
  constructor(
    config: ClientConfig,
    options: { most: number; before?: () => Promise<unknown>; shared?: SharedSessions | undefined },
  ) {
    this.#shared = options.shared
    this.#config = config
    this.#most = options.most
    this.#before = options.before ?? (async () => {})
  }

  /** Has all further statements watched. */
  watch(watch: WatchStatement): void {
    this.#watch = watch
  }

  /** Has the position of the log asked together with all further writes, which costs no round trip. */
  noteWrites(notes: NotesWrites): void {
    this.#notes = notes
  }

  /** Connections by what they do, what waits for one, and the most that there can be. */
  read(): { used: number; idle: number; waiting: number; most: number } {
    const all = [...this.#connections]
    const used = all.filter(({ pending, reserved }) => reserved || pending > 0).length
    return { used, idle: all.length - used, waiting: this.#waiting.length, most: this.#most }
  }

  query(config: StatementConfig, values?: unknown[]): Promise<QueryResult> {
    return this.#watched(config, async () => {
      const connection = this.#take(false) ?? (await this.#waitFor(false))
      return mayWrite(config)
        ? this.#askAndNote(connection, config, values)
        : this.#ask(connection, config, values)
    })
  }

  async connect(): Promise<ReservedConnection> {
    const connection = this.#take(true) ?? (await this.#waitFor(true))
    return {
      query: (config, values) => {
        if (this.#shared && isBegin(config)) return this.#begin(connection, this.#shared, config)
        const ask = isCommit(config) ? this.#askAndNote : this.#ask
        return this.#watched(config, () => ask.call(this, connection, config, values))
      },
      release: () => {
        connection.reserved = false
        this.#serveWaiting()
      },
    }
  }

  /** Waits for running statements and transactions; new ones are refused. */
  async end(): Promise<void> {
    this.#ending = true
    const { promise: idle, resolve } = Promise.withResolvers<void>()
    this.#onIdle = resolve
    this.#checkIdle()
    await Promise.race([idle, wait(END_MS, undefined, { ref: false })])
    for (const { reject } of this.#waiting.splice(0)) reject(new ConnectionError('CONNECTION_ENDED'))
    await Promise.all([...this.#connections].map((connection) => connection.end()))
  }

  /** The limits cost no round trip, as they are sent together with what begins the transaction. */
  async #begin(
    connection: Connection,
    { statementLimit, idleLimit }: SharedSessions,
    config: StatementConfig,
  ): Promise<QueryResult> {
    const [begun] = await Promise.all([
      this.#ask(connection, config),
      this.#ask(connection, `set local statement_timeout = ${statementLimit}`),
      this.#ask(connection, `set local idle_in_transaction_session_timeout = ${idleLimit}`),
    ])
    return begun
  }

  async #ask(connection: Connection, config: StatementConfig, values?: unknown[]): Promise<QueryResult> {
    try {
      return await connection.query(this.#shared ? withoutName(config) : config, values)
    } finally {
      this.#checkIdle()
    }
  }

  /** The position is asked in the same piece, and read after the write's own commit. */
  async #askAndNote(connection: Connection, ...asked: Parameters<Connection['query']>): Promise<QueryResult> {
    const notes = this.#notes
    if (!notes?.wants()) return this.#ask(connection, ...asked)
    const [result, found] = await Promise.all([
      this.#ask(connection, ...asked),
      this.#ask(connection, WAL_POSITION),
    ])
    await notes.note(String(found.rows[0]?.position))
    return result
  }

  async #watched(config: StatementConfig, ask: () => Promise<QueryResult>): Promise<QueryResult> {
    const answered = this.#watch?.(operationOf(config))
    try {
      const result = await ask()
      answered?.()
      return result
    } catch (error) {
      answered?.(error)
      throw error
    }
  }

  /** Undefined if all are reserved. `alone` reserves one for a transaction. */
  #take(alone: boolean): Connection | undefined {
    if (this.#ending) throw new ConnectionError('CONNECTION_ENDED')
    // A statement may overtake waiting transactions: it needs no connection of its own and delays none of them.
    if (alone && this.#waiting.length > 0) return undefined
    return this.#find(alone)
  }

  #find(alone: boolean): Connection | undefined {
    const free = [...this.#connections].filter(({ reserved }) => !reserved)
    const reserved = this.#connections.size - free.length
    if (alone && reserved > 0 && reserved >= this.#most - 1) return undefined
    let best = free[0]
    for (const connection of free) if (best && connection.pending < best.pending) best = connection
    const mayOpen = this.#connections.size < this.#most && performance.now() >= this.#pausedUntil
    if (!best || (best.pending > 0 && mayOpen)) {
      if (this.#connections.size >= this.#most) return undefined
      best = this.#open()
    }
    if (alone) best.reserved = true
    return best
  }

  #waitFor(alone: boolean): Promise<Connection> {
    return new Promise((resolve, reject) => this.#waiting.push({ alone, resolve, reject }))
  }

  #serveWaiting(): void {
    for (const next of this.#waiting.splice(0)) {
      const connection = this.#find(next.alone)
      if (connection) next.resolve(connection)
      else this.#waiting.push(next)
    }
    this.#checkIdle()
  }

  #open(): Connection {
    const pause = this.#pausedUntil - performance.now()
    const connection = new Connection(this.#config, {
      before: pause > 0 ? wait(pause).then(this.#before) : this.#before(),
      onLost: () => {
        this.#connections.delete(connection)
        this.#pausedUntil = performance.now() + PAUSE_MS + Math.random() * MORE_PAUSE_MS
        this.#serveWaiting()
      },
    })
    this.#connections.add(connection)
    return connection
  }

  #checkIdle(): void {
    if (!this.#onIdle || this.#waiting.length > 0) return
    if ([...this.#connections].every(({ pending, reserved }) => pending === 0 && !reserved)) this.#onIdle()
  }
}
