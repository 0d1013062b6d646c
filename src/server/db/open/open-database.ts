import type { Logger } from '../../base/log.ts'
import type { Database } from '../connect/connect.ts'
import { openEmbedded } from '../embedded/open-embedded.ts'
import { openPostgresql } from './open-postgresql.ts'

/** The statement timeout, in milliseconds. */
export const statementLimit = 10_000

/** Without `databaseUrl`, opens the embedded database under `dataDir`. @throws {DatabaseError} if it can't be used */
export function connectDatabase(options: {
  databaseUrl?: string | undefined
  dataDir: string
  /** An empty data folder that a new one is copied from; without it, PostgreSQL initializes the new one. */
  preparedDataDir?: string
  /** With the functions that look for damage, which PostgreSQL has where it is installed with its contrib modules. */
  inspects?: boolean
  log: Logger
  /** Bytes of the disk that the embedded database leaves free; see `guardDisk`. */
  minFree?: number
  /** The bytes left on a simulated disk, so that tests need no small disk. */
  room?: BigInt64Array
  statementLimit?: number
}): Promise<Database> {
  const limits = { statementLimit, ...options }
  return options.databaseUrl === undefined
    ? openEmbedded(limits)
    : openPostgresql({ ...limits, databaseUrl: options.databaseUrl })
}
