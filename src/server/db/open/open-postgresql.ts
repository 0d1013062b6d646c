import { Client } from 'pg'
import type { Logger } from '../../base/log.ts'
import type { Database } from '../connect/connect.ts'
import { CONNECT_MS, isTimeout } from '../connect/connection.ts'
import { ConnectionPool, databaseOn } from '../connect/connection-pool.ts'
import { DatabaseError } from '../connect/database-error.ts'

/** The most connections of one server. */
export const CONNECTIONS = 10

/** How long a transaction may wait for its next statement, in milliseconds. */
const IDLE_MS = 30_000

/** @throws {DatabaseError} if the server can't be reached or refuses the connection */
export async function openPostgresql(options: {
  databaseUrl: string
  log: Logger
  statementLimit: number
}): Promise<Database> {
  const { databaseUrl, log, statementLimit } = options
  const url = parseAddress(databaseUrl)
  const wanted = url.searchParams.get('pgbouncer') === 'true'
  const way = wanted ? 'shared' : await findWay(url, statementLimit)
  const pool = connect(url, { most: CONNECTIONS, statementLimit, way })
  try {
    await lookAtSettings(pool, { log, way })
  } catch (error) {
    await pool.end()
    throw error instanceof DatabaseError
      ? error
      : new DatabaseError(sentenceFor(error, url), { cause: error })
  }
  return {
    kind: 'postgresql',
    db: databaseOn(pool),
    async unbounded(work) {
      const single = connect(url, { most: 1, statementLimit: 0, way })
      try {
        return await work(databaseOn(single))
      } finally {
        await single.end()
      }
    },
    hasRoom: () => true,
    // A PostgreSQL server that goes away may come back, and the pool reconnects.
    failed: new Promise(() => {}),
    close: () => pool.end(),
  }
}

/**
 * A connection outside of any pool, without a statement timeout. Through PgBouncer only what is in one transaction
 * stays together. @throws {DatabaseError} if it can't be opened
 */
export async function connectAlone(databaseUrl: string): Promise<Client> {
  const url = parseAddress(databaseUrl)
  try {
    return await openAlone(url, url.searchParams.get('pgbouncer') === 'true' ? 'shared' : 'own').catch(
      (error: unknown) => {
        if (isRefusedSetting(error)) return openAlone(url, 'shared')
        throw error
      },
    )
  } catch (error) {
    throw new DatabaseError(sentenceFor(error, url), { cause: error })
  }
}

/**
 * The same, for what a session has to keep from one transaction to the next.
 * @throws {DatabaseError} also behind a PgBouncer in transaction mode, which would give others what is set here
 */
export async function connectSession(databaseUrl: string): Promise<Client> {
  const client = await connectAlone(databaseUrl)
  if ((await wayOf(client)) === 'own') return client
  await client.end()
  throw new DatabaseError(
    'A PgBouncer in transaction mode stands before this database, and this needs a session of its own: set DATABASE_URL to the address of PostgreSQL itself.',
  )
}

async function openAlone(url: URL, way: Way): Promise<Client> {
  const client = new Client({
    connectionString: addressFor(url, 0, way),
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MS,
  })
  // Whoever waits for a statement learns of it from that.
  client.on('error', () => {})
  await client.connect()
  return client
}

function parseAddress(databaseUrl: string): URL {
  const url = URL.parse(databaseUrl)
  if (url !== null) return url
  throw new DatabaseError(
    'DATABASE_URL is not an address: write it as postgres://user:password@host:5432/database, with reserved characters of the password percent-encoded.',
  )
}

/** `shared`: through a PgBouncer in transaction mode, so that nothing of a session lasts. */
type Way = 'own' | 'shared'

interface ConnectOptions {
  most: number
  /** The statement timeout in milliseconds; 0 for none. */
  statementLimit: number
  way: Way
}

function connect(url: URL, { most, statementLimit, way }: ConnectOptions): ConnectionPool {
  const shared = way === 'shared' ? { statementLimit, idleLimit: IDLE_MS } : undefined
  return new ConnectionPool({ connectionString: addressFor(url, statementLimit, way) }, { most, shared })
}

/** PgBouncer refuses the settings of a session, or ignores them where it was told to. */
async function findWay(url: URL, statementLimit: number): Promise<Way> {
  const pool = connect(url, { most: 1, statementLimit, way: 'own' })
  try {
    return await wayOf(pool)
  } catch (error) {
    if (isRefusedSetting(error)) return 'shared'
    throw new DatabaseError(sentenceFor(error, url), { cause: error })
  } finally {
    await pool.end()
  }
}

async function wayOf(opened: Client | ConnectionPool): Promise<Way> {
  const { rows } = await opened.query("select source from pg_settings where name = 'statement_timeout'")
  return rows[0]?.source === 'client' ? 'own' : 'shared'
}

function isRefusedSetting(error: unknown): boolean {
  const { code, message = '' } = error as { code?: string; message?: string }
  return code === '08P01' && message.includes('startup parameter')
}

/** @throws {DatabaseError} where the tables would be in another schema than those which are asked for by name */
async function lookAtSettings(pool: ConnectionPool, { log, way }: { log: Logger; way: Way }): Promise<void> {
  const { rows } = await pool.query(
    "select lower('ÄЖ') = 'äж' as folds, current_user as \"user\", current_setting('statement_timeout') as \"limit\", current_schema() as schema",
  )
  const { folds, user, limit, schema } = rows[0] ?? {}
  if (schema !== 'public')
    throw new DatabaseError(
      `New tables of ${user} are made in ${schema === null ? 'no schema' : `the schema “${schema}”`} of this database, and those of Bionic are in “public”: run alter role … set search_path = public.`,
    )
  if (!folds)
    log.warn(
      "The database's locale folds the case of ASCII letters alone, so a search tells Ä from ä. A database created with LC_CTYPE 'C.UTF-8' folds both.",
    )
  if (way === 'shared' && limit === '0')
    log.warn(
      { user },
      "Through PgBouncer no single statement can be given a time limit. Set one for the user of DATABASE_URL: alter role … set statement_timeout = '10s'.",
    )
}

// The operator's own `options` come last and so override the settings. `sslmode` has the meaning it has in libpq,
// unless the URL says otherwise.
function addressFor(url: URL, limit: number, way: Way): string {
  const settings = {
    statement_timeout: limit,
    idle_in_transaction_session_timeout: IDLE_MS,
    // In a large table a statement that reads three rows by an index counts as expensive. Compiling it, or starting
    // processes to divide it among, takes fifty times as long as carrying it out (record 0132).
    jit: 'off',
    ...(limit > 0 && { max_parallel_workers_per_gather: 0 }),
  }
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  const address = new URL(url)
  const { searchParams } = address
  searchParams.delete('pgbouncer')
  if (way === 'own')
    searchParams.set('options', [...options, searchParams.get('options') ?? ''].join(' ').trim())
  if (!searchParams.has('application_name')) searchParams.set('application_name', 'bionic')
  if (searchParams.has('sslmode') && !searchParams.has('uselibpqcompat'))
    searchParams.set('uselibpqcompat', 'true')
  return address.href
}

/** Contains only parts of the URL that are not secret. */
function sentenceFor(error: unknown, url: URL): string {
  const where = url.host || 'its address'
  const user = decodeURIComponent(url.username) || 'the user'
  const { code = '', message = '' } = error instanceof Error ? (error as Error & { code?: string }) : {}
  switch (isTimeout(error) ? 'CONNECT_TIMEOUT' : code) {
    case 'ECONNREFUSED':
      return `No PostgreSQL answers at ${where}: start it or correct DATABASE_URL, or leave DATABASE_URL out to use the embedded database.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host ${url.hostname} of DATABASE_URL is not known: correct it, or leave DATABASE_URL out to use the embedded database.`
    case 'CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `PostgreSQL at ${where} did not answer within ${CONNECT_MS / 1000} seconds: check the network and DATABASE_URL.`
    case '28P01':
    case '28000':
      return `PostgreSQL at ${where} does not let ${user} in: correct the user and password in DATABASE_URL.`
    case '3D000':
      return `PostgreSQL at ${where} has no database ${decodeURIComponent(url.pathname.slice(1))}: create it with createdb, or correct DATABASE_URL.`
    default:
      return `PostgreSQL at ${where} can't be used (${[code, withoutSecrets(message, url)].filter(Boolean).join(': ')}): check DATABASE_URL.`
  }
}

function withoutSecrets(text: string, url: URL): string {
  return [url.password, decodeURIComponent(url.password), ...url.searchParams.values()]
    .filter((secret) => secret !== '')
    .reduce((rest, secret) => rest.replaceAll(secret, '…'), text)
}
