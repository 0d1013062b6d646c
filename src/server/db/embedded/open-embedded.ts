import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import postgres from 'postgres'
import { safeMessage } from '../../base/describe-error.ts'
import type { Logger } from '../../base/log.ts'
import type { Database } from '../connect/connect.ts'
import { DatabaseError } from '../database-error.ts'
import { driverOptions } from '../driver-options.ts'
import { queryBuilder } from '../query-builder.ts'
import { checkpointRegularly } from './checkpoint-regularly.ts'
import { DiskFullError, diskFullSentence, isDiskFull, openDisk } from './disk.ts'
import { createDiskCounters, timesFull } from './disk-counters.ts'
import { guardDisk } from './guard-disk.ts'
import { lockDataFolder } from './lock-data-folder.ts'
import { createReserve } from './reserve.ts'
import { superviseEngine } from './supervise-engine.ts'
import { vacuumRegularly } from './vacuum-regularly.ts'

/** With less than a segment of PostgreSQL's log free, a start that failed without a reason failed for that, in bytes. */
const NO_ROOM_BYTES = 16 * 1024 * 1024

/** A disk on which the log has to be cut sooner, in bytes. */
const SMALL_DISK = 512 * 1024 * 1024

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
  preparedDataDir?: string | undefined
  log: Logger
  statementLimit: number
  minFree?: number | undefined
  room?: BigInt64Array | undefined
}): Promise<Database> {
  const { log, minFree = 0 } = options
  const dataFolder = resolve(options.dataDir)
  const disk = openDisk(dataFolder, options.room)
  const reserve = createReserve(dataFolder, disk)
  const counters = createDiskCounters(options.room)
  const unlock = await lockDataFolder(dataFolder, reserve.release)
  let socket: ReturnType<typeof placeSocket> | undefined
  const release = () => {
    socket?.remove()
    unlock()
  }
  const start = () => {
    socket ??= placeSocket(dataFolder)
    return superviseEngine({
      ...options,
      folder: join(dataFolder, 'db'),
      prepared: options.preparedDataDir && join(options.preparedDataDir, 'db'),
      socketPath: socket.path,
      counters,
      makeRoom: reserve.release,
    })
  }
  try {
    const engine = await start().catch((error: unknown) => {
      const full = isDiskFull(error) || disk.measureNow().free < NO_ROOM_BYTES
      if (!full) throw error
      if (reserve.release()) return start()
      throw new DiskFullError('there is no room to start in', { cause: error })
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
    const stopVacuuming = vacuumRegularly({ sql, log, unbounded })
    const { total } = disk.measureNow()
    const checkpoints = checkpointRegularly({
      sql,
      log,
      unbounded,
      wrote: () => Atomics.load(counters.wrote, 0),
      ...(total < SMALL_DISK && { distance: total / 8 }),
    })
    const guard = guardDisk({
      disk,
      reserve,
      minFree,
      timesFull: () => timesFull(counters),
      onFull: checkpoints.soon,
      log,
    })
    return {
      kind: 'embedded',
      db: queryBuilder(sql),
      sql,
      unbounded,
      hasRoom: guard.hasRoom,
      failed: engine.failed,
      async close() {
        stopVacuuming()
        checkpoints.stop()
        await guard.close()
        await sql.end({ timeout: 5 })
        await engine.close()
        release()
      },
    }
  } catch (error) {
    release()
    if (isDiskFull(error)) throw new DatabaseError(diskFullSentence(dataFolder), { cause: error })
    throw new DatabaseError(
      `The embedded database in ${dataFolder} can't be opened (${safeMessage(error)}): restore the folder from a backup, or set DATA_DIR to another one.`,
      { cause: error },
    )
  }
}

/** The shortest limit among the systems Node runs on (macOS: 104 bytes with the closing zero). */
const longestSocketPath = 103

/**
 * Where the embedded database listens: a folder that no other user may enter, inside the data folder, or where that
 * path is too long for a socket, in the system's folder for temporary files.
 * @returns the path, with no file there, and what clears it away
 */
export function placeSocket(dataFolder: string): { path: string; remove: () => void } {
  const inside = join(dataFolder, 'run')
  const fits = Buffer.byteLength(join(inside, 'db.sock')) <= longestSocketPath
  const folder = fits ? inside : mkdtempSync(join(tmpdir(), 'bionic-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  if (fits) {
    // A process that was killed leaves its socket behind.
    remove()
    mkdirSync(folder, { mode: 0o700 })
  }
  return { path: join(folder, 'db.sock'), remove }
}
