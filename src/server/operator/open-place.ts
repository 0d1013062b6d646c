import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { refuseMarkedFolder } from '../db/backup/restore-mark.ts'
import { refuseHalfRestored } from '../db/backup/restore-state.ts'
import type { Database } from '../db/connect/connect.ts'
import { readSchemaState, refuseNewer } from '../db/connect/migrations.ts'
import { refuseClosedFolder } from '../db/embedded/folder-rights.ts'
import { askForCopy } from '../db/embedded/serve-copies.ts'
import { connectDatabase } from '../db/open/open-database.ts'
import type { Operator } from './command.ts'
import { OperatorError } from './operator-error.ts'

interface Access {
  /** Whether PostgreSQL's functions that look for damage are wanted. */
  inspects?: boolean
  /** Reads a copy of an embedded database that a server has open. Without it, the server must be stopped. */
  readsCopy?: boolean
}

/**
 * The database of the place as it is, without migrating it.
 * @throws {OperatorError | DatabaseError} if there is none, if a server has the embedded one, or if a server would refuse
 *   it, because it is half restored or of a newer version
 */
export async function openPlace(
  { env, log }: Pick<Operator, 'env' | 'log'>,
  { inspects = false, readsCopy = false }: Access = {},
): Promise<Database> {
  const open = (dataDir: string) =>
    refuseUnready(connectDatabase({ databaseUrl: env.DATABASE_URL, dataDir, inspects, log }))
  if (env.DATABASE_URL !== undefined) return open(env.DATA_DIR)
  refuseClosedFolder(env.DATA_DIR)
  refuseMarkedFolder(env.DATA_DIR)
  if (!existsSync(join(env.DATA_DIR, 'db')))
    throw new OperatorError(
      `There is no database in ${env.DATA_DIR}: set DATA_DIR or DATABASE_URL to those of the server.`,
    )
  const copy = readsCopy ? await askForCopy(resolve(env.DATA_DIR)) : undefined
  if (!copy) return open(env.DATA_DIR)
  try {
    const database = await open(copy.folder)
    return {
      ...database,
      async close() {
        await database.close()
        await copy.remove()
      },
    }
  } catch (error) {
    await copy.remove()
    throw error
  }
}

/** Closes what no command may work with. */
async function refuseUnready(opening: Promise<Database>): Promise<Database> {
  const database = await opening
  try {
    await refuseHalfRestored(database)
    refuseNewer(await readSchemaState(database.db))
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
