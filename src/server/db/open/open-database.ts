import type { Logger } from '../../base/log.ts'
import type { Database } from '../connect/connect.ts'
import { openEmbedded } from '../embedded/open-embedded.ts'
import { openPostgresql } from './open-postgresql.ts'

/** The statement timeout, in milliseconds. */
const statementLimit = 10_000

/**
 * Opens the PostgreSQL at `databaseUrl`, or without it the embedded database under `dataDir`, which is created if it is
 * missing. Both use the same driver.
 * @throws {DatabaseError} if it can't be reached, or the folder can't be used or is used by another process
 */
export function connectDatabase(options: {
  databaseUrl?: string | undefined
  dataDir: string
  /**
   * An empty data folder that a new one is copied from. Without it, or if it is missing, PostgreSQL initializes the new
   * one.
   */
  preparedDataDir?: string
  log: Logger
  /** How many bytes of the disk the embedded database leaves free; see `guardDisk`. */
  minFree?: number
  /** The bytes left on a simulated disk for the embedded database, so that tests need no small disk. */
  room?: BigInt64Array
  statementLimit?: number
}): Promise<Database> {
  const limits = { statementLimit, ...options }
  return options.databaseUrl === undefined
    ? openEmbedded(limits)
    : openPostgresql({ ...limits, databaseUrl: options.databaseUrl })
}
