import {
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { cp } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { syncPath } from '../../base/sync-path.ts'
import type { FolderCopy } from '../connect/connect.ts'
import { DatabaseError } from '../connect/database-error.ts'
import { diskFullSentence } from './disk.ts'
import { syncFolder } from './durable-file-system.ts'

/** What else is written while a database is copied, in bytes. */
const SPARE_BYTES = 32 * 1024 * 1024

/** Of those from before upgrades, and of the databases that gave way to one: older ones are removed once the next is complete. */
const KEPT = 3

const timeIn = (now: Date) => now.toISOString().replaceAll(/[:.]/g, '-')
const TIME_CHARACTERS = timeIn(new Date(0)).length

/** The copies that were made before upgrades, the newest first. */
export const listCopies = (dataDir: string): string[] => listNamed(dataDir, 'before-', 'db')

function listNamed(dataDir: string, prefix: string, ...database: string[]): string[] {
  const backups = join(dataDir, 'backups')
  if (!existsSync(backups)) return []
  const madeAt = (name: string) => name.slice(-TIME_CHARACTERS)
  return readdirSync(backups)
    .filter((name) => name.startsWith(prefix) && existsSync(join(backups, name, ...database, 'PG_VERSION')))
    .sort((one, other) => (madeAt(one) < madeAt(other) ? 1 : -1))
    .map((name) => join(backups, name))
}

/**
 * Keeps a copy of the database for good, under a name that says what it is from before.
 * @param migration the first one that it lacks
 */
export async function keepCopy(
  dataDir: string,
  { folder }: FolderCopy,
  { migration, now }: { migration: string; now: Date },
): Promise<string> {
  const backups = join(dataDir, 'backups')
  mkdirSync(backups, { recursive: true, mode: 0o700 })
  await syncFolder(folder)
  const copy = join(backups, `before-${migration}-${timeIn(now)}`)
  renameSync(folder, copy)
  syncPath(backups)
  return copy
}

/** Removes all but the newest copies, and all but the newest of the databases that gave way to one. */
export function removeOldCopies(dataDir: string): void {
  for (const copies of [listCopies(dataDir), listNamed(dataDir, 'replaced-')])
    for (const old of copies.slice(KEPT)) rmSync(old, { recursive: true, force: true })
}

/**
 * Puts a copy in the place of the database, which goes into `backups` as it is now. The caller has the data folder locked.
 * @returns where the database from before is now
 * @throws {DatabaseError} if the disk has no room
 */
export async function putBack(dataDir: string, copy: string): Promise<string> {
  ensureRoom(dataDir, join(copy, 'db'))
  const incoming = incomingIn(dataDir)
  rmSync(incoming, { recursive: true, force: true })
  await cp(join(copy, 'db'), incoming, { recursive: true, mode: constants.COPYFILE_FICLONE })
  await syncFolder(incoming)
  const replaced = join(dataDir, 'backups', `replaced-${timeIn(new Date())}`)
  renameSync(join(dataDir, 'db'), replaced)
  finishPutBack(dataDir)
  return replaced
}

/** Without this, a server after a power cut between the two renames would begin with an empty database. */
export function finishPutBack(dataDir: string): void {
  const place = join(dataDir, 'db')
  // It is whole: the database gives way only then.
  if (existsSync(place) || !existsSync(incomingIn(dataDir))) return
  renameSync(incomingIn(dataDir), place)
  syncPath(dataDir)
}

const incomingIn = (dataDir: string) => join(dataDir, 'db.incoming')

/** Such as `before-0027_memory-2026-11-26T12-00-00-000Z`. */
export const nameOfCopy = (copy: string): string => basename(copy)

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
}

function ensureRoom(dataDir: string, folder: string): void {
  const { bavail, bsize } = statfsSync(dataDir)
  const needed = sizeOf(folder) + SPARE_BYTES
  if (bavail * bsize >= needed) return
  const inMegabytes = (size: number) => Math.ceil(size / 1024 / 1024)
  throw new DatabaseError(
    `A copy of the database takes ${inMegabytes(needed)} MB, and ${inMegabytes(bavail * bsize)} MB are left. ${diskFullSentence(dataDir)}`,
  )
}
