import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { safeMessage } from '../../base/describe-error.ts'
import { OneByOne } from '../../base/keyed-work.ts'
import type { Logger } from '../../base/log.ts'
import type { Database, FolderCopy } from '../connect/connect.ts'
import { ConnectionPool, databaseOn } from '../connect/connection-pool.ts'
import { DatabaseError } from '../connect/database-error.ts'
import { checkpointRegularly } from './checkpoint-regularly.ts'
import { COPIES, copyFolder, removeCopies, removeCopy } from './copy-folder.ts'
import { finishPutBack } from './database-copies.ts'
import { DiskFullError, diskFullSentence, hasNoRoom, isDiskFull, openDisk } from './disk.ts'
import { createDiskCounters, timesFull } from './disk-counters.ts'
import { hasOthersFiles, rightsSentence } from './folder-rights.ts'
import { guardDisk } from './guard-disk.ts'
import { lockDataFolder } from './lock-data-folder.ts'
import { Reserve } from './reserve.ts'
import { COPIES_SOCKET, serveCopies } from './serve-copies.ts'
import { superviseEngine } from './supervise-engine.ts'
import { vacuumRegularly } from './vacuum-regularly.ts'

/** In bytes. On a smaller disk, checkpoints are made more often. */
const SMALL_DISK = 512 * 1024 * 1024

/**
 * PostgreSQL with a single backend, so the driver uses one connection: statements wait in its own queue, and a
 * transaction has the database to itself. More connections would gain nothing and would interleave their statements.
 * @throws {DatabaseError} if the folder can't be used, another process has it, or the database in it can't be opened
 */
export async function openEmbedded(options: {
  dataDir: string
  preparedDataDir?: string | undefined
  inspects?: boolean | undefined
  log: Logger
  statementLimit: number
  minFree?: number | undefined
  room?: BigInt64Array | undefined
}): Promise<Database> {
  const { log, minFree = 0 } = options
  const dataFolder = resolve(options.dataDir)
  const disk = openDisk(dataFolder, options.room)
  const reserve = new Reserve(dataFolder, disk)
  const counters = createDiskCounters(options.room)
  const unlock = await lockDataFolder(dataFolder, () => reserve.release())
  finishPutBack(dataFolder)
  removeCopies(dataFolder)
  let socket: ReturnType<typeof placeSocket> | undefined
  const release = () => {
    socket?.remove()
    unlock()
  }
  const start = async () => {
    const place = socket ?? placeSocket(dataFolder)
    socket = place
    const engine = await superviseEngine({
      ...options,
      folder: join(dataFolder, 'db'),
      inspects: options.inspects,
      prepared: options.preparedDataDir && join(options.preparedDataDir, 'db'),
      socketPath: place.path,
      counters,
      makeRoom: () => reserve.release(),
    })
    return { engine, place }
  }
  try {
    const { engine, place } = await start().catch((error: unknown) => {
      const full = isDiskFull(error) || hasNoRoom(disk)
      if (!full) throw error
      if (reserve.release()) return start()
      throw new DiskFullError('there is no room to start in', { cause: error })
    })
    const pool = connectSocket(place.path, engine.ready)
    const db = databaseOn(pool)
    const unbounded: Database['unbounded'] = (work) => engine.withoutLimit(() => work(db))
    const stopVacuuming = vacuumRegularly({ db, log, unbounded })
    const { total } = disk.measureNow()
    const checkpoints = checkpointRegularly({
      db,
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
    const copying = new OneByOne()
    // Whoever works meanwhile has one beside them at most.
    const copyFiles = () =>
      copying.run(dataFolder, () => checkpoints.pauseDuring(() => copyDatabase(dataFolder, minFree)))
    const copies = await serveCopies(join(dirname(place.path), COPIES_SOCKET), copyFiles)
    return {
      kind: 'embedded',
      db,
      copyFiles,
      unbounded,
      hasRoom: guard.hasRoom,
      failed: engine.failed,
      async close() {
        copies.close()
        stopVacuuming()
        checkpoints.stop()
        await guard.close()
        await pool.end()
        await engine.close()
        release()
      },
    }
  } catch (error) {
    release()
    if (isDiskFull(error)) throw new DatabaseError(diskFullSentence(dataFolder), { cause: error })
    if (hasOthersFiles(join(dataFolder, 'db')))
      throw new DatabaseError(rightsSentence(dataFolder), { cause: error })
    throw new DatabaseError(
      `The embedded database in ${dataFolder} can't be opened (${safeMessage(error)}): restore the folder from a backup, or set DATA_DIR to another one.`,
      { cause: error },
    )
  }
}

async function copyDatabase(dataFolder: string, minFree: number): Promise<FolderCopy> {
  const folder = join(dataFolder, COPIES, randomUUID())
  const remove = () => removeCopy(folder)
  try {
    const at = await copyFolder({
      from: join(dataFolder, 'db'),
      to: join(folder, 'db'),
      minFree,
    })
    return { folder, at, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** The only connection to an embedded database. `ready` is awaited before it is opened and must not reject. */
export function connectSocket(path: string, ready?: () => Promise<unknown>): ConnectionPool {
  const config = {
    host: dirname(path),
    port: SOCKET_PORT,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
  }
  return new ConnectionPool(config, { most: 1, ...(ready && { before: ready }) })
}

/** PostgreSQL clients find a socket by its folder and this port number, which its name ends with. */
const SOCKET_PORT = 5432
const socketName = `.s.PGSQL.${SOCKET_PORT}`

/** The shortest maximum among the systems that Node runs on (macOS: 104 bytes with the terminating zero). */
const longestSocketPath = 103

/**
 * A folder that no other user may enter: in the data folder or, if that path is too long, in the temporary one, to which
 * a link in the data folder then leads.
 */
export function placeSocket(dataFolder: string): { path: string; remove: () => void } {
  const inside = join(dataFolder, 'run')
  const fits = Buffer.byteLength(join(inside, socketName)) <= longestSocketPath
  const folder = fits ? inside : mkdtempSync(join(tmpdir(), 'bionic-'))
  const remove = () => {
    for (const path of new Set([inside, folder])) rmSync(path, { recursive: true, force: true })
  }
  // A process that was killed leaves its socket behind.
  rmSync(inside, { recursive: true, force: true })
  if (fits) mkdirSync(folder, { mode: 0o700 })
  else symlinkSync(folder, inside)
  return { path: join(folder, socketName), remove }
}
