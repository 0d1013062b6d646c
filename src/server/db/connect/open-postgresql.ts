import postgres, { type Sql } from 'postgres'
import type { Logger } from '../../base/log.ts'
import { DatabaseError } from '../database-error.ts'
import { driverOptions } from '../driver-options.ts'
import { queryBuilder } from '../query-builder.ts'
import type { Database } from './connect.ts'

const connectSeconds = 5

/**
 * Opens a pool of ten connections to a PostgreSQL server and proves that one works.
 * @throws {DatabaseError} when the server can't be reached or refuses
 */
export async function openPostgresql(options: {
  databaseUrl: string
  log: Logger
  statementLimit: number
}): Promise<Database> {
  const connect = (max: number, statementLimit: number) =>
    postgres(options.databaseUrl, {
      ...driverOptions,
      max,
      connect_timeout: connectSeconds,
      connection: {
        ...driverOptions.connection,
        statement_timeout: statementLimit,
        idle_in_transaction_session_timeout: 30_000,
      },
    })
  let sql: Sql | undefined
  try {
    sql = connect(10, options.statementLimit)
    const [row] = await sql`select lower('ÄЖ') = 'äж' as folds`
    if (!row?.folds)
      options.log.warn(
        "The database's locale folds the case of ASCII letters alone, so a search tells Ä from ä. A database created with LC_CTYPE 'C.UTF-8' folds both.",
      )
  } catch (error) {
    await sql?.end({ timeout: 0 })
    throw new DatabaseError(sentenceFor(error, options.databaseUrl), { cause: error })
  }
  const pool = sql
  return {
    kind: 'postgresql',
    db: queryBuilder(pool),
    sql: pool,
    async unbounded(work) {
      const single = connect(1, 0)
      try {
        return await work(single)
      } finally {
        await single.end()
      }
    },
    hasRoom: () => true,
    // A server that goes away comes back, and the driver connects anew.
    failed: new Promise(() => {}),
    close: () => pool.end({ timeout: 5 }),
  }
}

/** Made from the parts of the address that are not secret. */
function sentenceFor(error: unknown, databaseUrl: string): string {
  const url = URL.parse(databaseUrl)
  if (url === null)
    return 'DATABASE_URL is not an address: write it as postgres://user:password@host:5432/database, with reserved characters of the password percent-encoded.'
  const where = url.host || 'its address'
  const user = decodeURIComponent(url.username) || 'the user'
  const { code = '', message = '' } = error instanceof Error ? (error as Error & { code?: string }) : {}
  switch (code) {
    case 'ECONNREFUSED':
      return `No PostgreSQL answers at ${where}: start it or correct DATABASE_URL, or leave DATABASE_URL out to use the embedded database.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host ${url.hostname} of DATABASE_URL is not known: correct it, or leave DATABASE_URL out to use the embedded database.`
    case 'CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `PostgreSQL at ${where} did not answer within ${connectSeconds} seconds: check the network and DATABASE_URL.`
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
