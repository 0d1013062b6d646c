import { join, resolve } from 'node:path'
import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import type { Logger } from '../../log.ts'
import type { Database } from '../connect.ts'
import { DatabaseError } from '../database-error.ts'
import { driverOptions } from '../driver-options.ts'
import { lockDataFolder } from './lock-data-folder.ts'
import { placeSocket } from './place-socket.ts'
import { superviseEngine } from './supervise-engine.ts'
import { vacuumRegularly } from './vacuum-regularly.ts'

/**
 * Opens the embedded database in `dataDir`, making both where they are missing.
 *
 * It is PostgreSQL with one backend, so the driver has one connection: statements wait in the driver's own queue, and
 * a transaction has the database to itself. More connections would gain nothing, and would mix up each other's
 * statements.
 * @throws {DatabaseError} when the folder can't be used, another process has it, or the database in it can't be opened
 */
export async function openEmbedded(options: {
  dataDir: string
  log: Logger
  statementLimit: number
}): Promise<Database> {
  const dataFolder = resolve(options.dataDir)
  const unlock = await lockDataFolder(dataFolder)
  let socket: ReturnType<typeof placeSocket> | undefined
  const release = () => {
    socket?.remove()
    unlock()
  }
  try {
    socket = placeSocket(dataFolder)
    const engine = await superviseEngine({
      ...options,
      folder: join(dataFolder, 'db'),
      socketPath: socket.path,
    })
    const transport = { socket: engine.connect }
    const sql = postgres({
      ...driverOptions,
      ...transport,
      user: 'postgres',
      database: 'postgres',
      max: 1,
      max_lifetime: null,
      backoff: () => 0.1,
    })
    const unbounded: Database['unbounded'] = (work) => engine.withoutLimit(() => work(sql))
    const stopVacuuming = vacuumRegularly({ sql, log: options.log, unbounded })
    return {
      kind: 'embedded',
      db: drizzle({ client: sql }),
      sql,
      unbounded,
      failed: engine.failed,
      async close() {
        stopVacuuming()
        await sql.end({ timeout: 5 })
        await engine.close()
        release()
      },
    }
  } catch (error) {
    release()
    throw new DatabaseError(
      `The embedded database in ${dataFolder} can't be opened (${error instanceof Error ? error.message : error}): restore the folder from a backup, or set DATA_DIR to another one.`,
      { cause: error },
    )
  }
}
