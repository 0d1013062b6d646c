import { Socket } from 'node:net'
import {
  Client,
  type ClientConfig,
  DatabaseError,
  type QueryArrayConfig,
  type QueryConfig,
  type QueryResult,
} from 'pg'

export const CONNECT_MS = 5_000

/** Silence after which TCP probes whether the other side is still reachable. */
const KEEP_ALIVE_MS = 60_000

type ConnectionCode =
  /** The connection was lost during the statement, which may or may not have been executed. */
  'CONNECTION_CLOSED' | 'CONNECTION_ENDED' | 'CONNECT_TIMEOUT'

const messages: Record<ConnectionCode, string> = {
  CONNECTION_CLOSED: 'the connection to the database was lost',
  CONNECTION_ENDED: 'the database is closed',
  CONNECT_TIMEOUT: `the database did not answer within ${CONNECT_MS / 1000} seconds`,
}

/** For a statement that the database did not answer. */
export class ConnectionError extends Error {
  override name = 'ConnectionError'
  readonly code: ConnectionCode

  constructor(code: ConnectionCode, options?: ErrorOptions) {
    super(`${code}: ${messages[code]}`, options)
    this.code = code
  }
}

/** Statements do not wait for the results of earlier ones (pipelining). A lost connection stays lost. */
export class Connection {
  pending = 0
  reserved = false
  state: 'opening' | 'open' | 'lost' = 'opening'
  readonly #socket = new Socket()
  readonly #client: Client
  readonly #opened: Promise<void>
  readonly #onLost: () => void
  #corked = false

  /** `before` must not reject. `onLost` is called once, also if the connection can't be opened. */
  constructor(config: ClientConfig, options: { before: Promise<unknown>; onLost: () => void }) {
    this.#client = new Client({
      ...config,
      pipeline: true,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      connectionTimeoutMillis: CONNECT_MS,
      stream: () => this.#socket,
    })
    this.#onLost = options.onLost
    // The callers of running statements learn of the error from their promises.
    this.#client.on('error', () => this.#lose())
    this.#client.on('end', () => this.#lose())
    this.#opened = this.#open(options.before)
    this.#opened.catch(() => {})
  }

  async #open(before: Promise<unknown>): Promise<void> {
    await before
    if (this.state === 'lost') throw new ConnectionError('CONNECTION_ENDED')
    try {
      await this.#client.connect()
      this.state = 'open'
    } catch (error) {
      this.#lose()
      throw isTimeout(error) ? new ConnectionError('CONNECT_TIMEOUT', { cause: error }) : error
    }
  }

  #lose(): void {
    if (this.state === 'lost') return
    this.state = 'lost'
    this.#socket.destroy()
    this.#onLost()
  }

  /** @throws the database's error, a `ConnectionError` for a lost connection, or the system's if it can't be opened */
  async query(config: QueryConfig | QueryArrayConfig | string, values?: unknown[]): Promise<QueryResult> {
    this.pending++
    try {
      if (this.state === 'opening') await this.#opened
      return await this.#ask(config, values)
    } finally {
      this.pending--
    }
  }

  async #ask(config: QueryConfig | QueryArrayConfig | string, values?: unknown[]): Promise<QueryResult> {
    try {
      this.#sendTogether()
      return await this.#client.query(config as QueryConfig, values)
    } catch (error) {
      if (this.state !== 'lost' || error instanceof DatabaseError) throw error
      throw new ConnectionError('CONNECTION_CLOSED', { cause: error })
    }
  }

  /** All statements of one turn of the event loop are sent in one piece. */
  #sendTogether(): void {
    if (this.#corked) return
    this.#corked = true
    this.#socket.cork()
    setImmediate(() => {
      this.#corked = false
      this.#socket.uncork()
    })
  }

  async end(): Promise<void> {
    if (this.state === 'open' && this.pending === 0) await this.#client.end()
    else this.#lose()
  }
}

/** node-postgres throws this error without a code. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout expired'
}
