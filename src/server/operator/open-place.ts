import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../db/connect/connect.ts'
import { connectDatabase } from '../db/open/open-database.ts'
import type { Operator } from './command.ts'
import { OperatorError } from './operator-error.ts'

/**
 * The database of the place as it is, without migrating it: beside servers on PostgreSQL, alone on the embedded one.
 * @throws {OperatorError | DatabaseError} if there is none, or if a server has the embedded one
 */
export async function openPlace(
  { env, log }: Pick<Operator, 'env' | 'log'>,
  { inspects = false }: { inspects?: boolean } = {},
): Promise<Database> {
  if (env.DATABASE_URL === undefined && !existsSync(join(env.DATA_DIR, 'db')))
    throw new OperatorError(
      `There is no database in ${env.DATA_DIR}: set DATA_DIR or DATABASE_URL to those of the server.`,
    )
  return connectDatabase({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR, inspects, log })
}
