import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { syncPath } from '../../base/sync-path.ts'
import { DatabaseError } from '../connect/database-error.ts'
import { HALF_RESTORED } from './restore-state.ts'

/** Beside the database, which can't have a mark of its own before it is made. */
const MARK = 'restore.unfinished'

/** Puts the mark of a restore beside an embedded database that is yet to be made, and on the disk. */
export function markRestore(dataFolder: string): void {
  writeFileSync(join(dataFolder, MARK), '', { mode: 0o600 })
  syncPath(dataFolder)
}

/** Once the mark in the database itself is on the disk. */
export function unmarkRestore(dataFolder: string): void {
  rmSync(join(dataFolder, MARK), { force: true })
  syncPath(dataFolder)
}

/** @throws {DatabaseError} if a restore into this folder was cut before the database could say so itself */
export function refuseMarkedFolder(dataFolder: string): void {
  if (existsSync(join(dataFolder, MARK))) throw new DatabaseError(HALF_RESTORED)
}
