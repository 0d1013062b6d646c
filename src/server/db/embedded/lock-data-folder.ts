import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseError } from '../connect/database-error.ts'
import { COPIES } from './copy-folder.ts'
import { diskFullSentence, isDiskFull } from './disk.ts'

/** SQLITE_BUSY */
const busy = 5

/** In bytes. SQLite can't open a file whose path is longer than 503 bytes. */
const longestFolder = 490

/** What is removed of a data folder whenever a server starts. */
const REMOVED = ['run', COPIES, 'reserve']

/**
 * Refuses a folder that was never one of Bionic, such as somebody's home, and has what would be removed.
 * @throws {DatabaseError}
 */
function refuseForeign(folder: string): void {
  if (existsSync(join(folder, 'lock')) || existsSync(join(folder, 'db', 'PG_VERSION'))) return
  const foreign = REMOVED.find((name) => existsSync(join(folder, name)))
  if (foreign === undefined) return
  throw new DatabaseError(
    `The data folder ${folder} has something else in it, and “${foreign}” would be removed: set DATA_DIR to a folder of its own.`,
  )
}

/**
 * Node can't lock a file, but its SQLite can: the operating system holds the lock, so that it is released however the
 * process ends, and of two processes that try at the same instant only one gets it. SQLite stores nothing here.
 * @throws {DatabaseError} if the folder can't be used, or another process, which it names, holds the lock
 */
export async function lockDataFolder(folder: string, makeRoom = () => false): Promise<() => void> {
  if (Buffer.byteLength(folder) > longestFolder)
    throw new DatabaseError(
      `The path of the data folder ${folder} is too long: set DATA_DIR to one of at most ${longestFolder} bytes.`,
    )
  refuseForeign(folder)
  const holderPath = join(folder, 'server.pid')
  let lock: DatabaseSync | undefined
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    lock = new DatabaseSync(join(folder, 'lock'), { timeout: 0 })
    // No journal file is needed, as nothing is ever written.
    lock.exec('pragma journal_mode = memory; begin exclusive')
    try {
      writeHolder(holderPath)
    } catch (error) {
      if (!isDiskFull(error) || !makeRoom()) throw error
      writeHolder(holderPath)
    }
  } catch (error) {
    lock?.close()
    if (isBusy(error))
      throw new DatabaseError(
        `The data folder ${folder} is used by ${await nameHolder(holderPath)}: stop that one, or set DATA_DIR to another folder.`,
      )
    if (isDiskFull(error)) throw new DatabaseError(diskFullSentence(folder), { cause: error })
    throw new DatabaseError(
      `The data folder ${folder} can't be written (${reasonOf(error)}): make it a folder that this user may write to, or set DATA_DIR to another one.`,
      { cause: error },
    )
  }
  const held = lock
  return () => {
    rmSync(holderPath, { force: true })
    if (held.isOpen) held.close()
  }
}

function writeHolder(path: string) {
  writeFileSync(path, `${process.pid}\n`)
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === busy
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && error.code !== 'ERR_SQLITE_ERROR' ? String(error.code) : error.message
}

/** The pid is written right after the lock is taken, so the pid of a dead process is that of an earlier holder. */
async function nameHolder(holderPath: string): Promise<string> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const pid = readNumber(holderPath)
    if (pid !== undefined && isAlive(pid))
      return pid === process.pid ? 'this process already' : `process ${pid}`
    await wait(50)
  }
  return 'another process'
}

function readNumber(path: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(path, 'utf8'), 10) || undefined
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM means that the process exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
