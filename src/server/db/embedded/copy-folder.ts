import { constants, rmSync } from 'node:fs'
import {
  copyFile,
  mkdir,
  open,
  readdir,
  readFile,
  rm,
  stat,
  statfs,
  truncate,
  unlink,
  writeFile,
} from 'node:fs/promises'
import { join, relative } from 'node:path'
import { Pacer } from '../../base/pacer.ts'
import { DatabaseError } from '../connect/database-error.ts'

/** In the data folder, so that a file system that shares blocks between files copies nothing. */
export const COPIES = 'copies'

/** What a copy neither needs nor may have: the lock of the running server, and its temporary files. */
const left = new Set(['postmaster.pid', 'pgsql_tmp'])

/**
 * In bytes: so much is copied and on the disk before the next piece is. What the database writes meanwhile waits for all
 * that the disk was given before.
 */
const PIECE_BYTES = 1024 * 1024

/** In bytes: so much of a file is given back to the disk at once. */
const FREED_BYTES = 16 * 1024 * 1024

/** How often a copy is begun again because a checkpoint was made meanwhile, as when the engine starts again. */
const TRIES = 3

interface Copying {
  from: string
  to: string
  pacer: Pacer
}

/**
 * Copies the files of a database while it is written to. PostgreSQL completes the copy when it opens it, as after a
 * crash: the control file, which is copied first, says where in the log the last checkpoint began; the log, which is
 * copied last, has every change since then, with the whole page for the first change of each (`full_page_writes`), so it
 * does not matter in which state between the pages were copied. A checkpoint meanwhile would take away that log. None is
 * made before, either: everybody would wait for it, and whoever opens the copy replays no more than after a crash.
 * @throws {DatabaseError} without room for it on the disk
 */
export async function copyFolder(options: {
  from: string
  to: string
  /** Bytes of the disk to leave free. */
  minFree: number
}): Promise<Date> {
  const { from, to, minFree } = options
  await mkdir(to, { recursive: true, mode: 0o700 })
  await needRoom(from, to, minFree)
  for (let tries = 0; tries < TRIES; tries++) {
    const at = await copyFiles(from, to)
    if (at) return at
    await rm(to, { recursive: true })
  }
  throw new DatabaseError('The database made too many checkpoints for a copy of it: try again later.')
}

/** Undefined if a checkpoint was made meanwhile. */
async function copyFiles(from: string, to: string): Promise<Date | undefined> {
  const control = join('global', 'pg_control')
  const before = await readFile(join(from, control))
  const files = await listFiles(from)
  await makeFolders(from, to)
  await writeFile(join(to, control), before)
  // On a slow disk, too, half of the time is left to what the database writes.
  const copying = { from, to, pacer: new Pacer({ longestMs: Number.POSITIVE_INFINITY }) }
  const isLog = (file: string) => file.startsWith('pg_wal/')
  await copyInto(
    copying,
    files.filter((file) => file !== control && !isLog(file)),
  )
  const at = new Date()
  // What was acknowledged before has been written to the log; a record that is written now ends the copied log.
  await copyInto(copying, (await listFiles(from)).filter(isLog))
  return before.equals(await readFile(join(from, control))) ? at : undefined
}

async function needRoom(from: string, to: string, minFree: number): Promise<void> {
  const pacer = new Pacer()
  let bytes = 0
  for (const file of await listFiles(from)) {
    bytes += await sizeOf(join(from, file))
    await pacer.rest()
  }
  const { bavail, bsize } = await statfs(to)
  if (bavail * bsize - minFree >= bytes) return
  const megabytes = Math.ceil((bytes + minFree - bavail * bsize) / (1024 * 1024))
  throw new DatabaseError(
    `There is no room for a copy of the database: make ${megabytes} MB free on the disk of the data folder.`,
  )
}

async function sizeOf(path: string): Promise<number> {
  return (await ifThere(stat(path)))?.size ?? 0
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((file) => !file.split('/').some((part) => left.has(part)))
}

async function makeFolders(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory())
      await mkdir(join(to, relative(from, join(entry.parentPath, entry.name))), { recursive: true })
}

async function copyInto({ from, to, pacer }: Copying, files: string[]): Promise<void> {
  for (const file of files) {
    // A table that is dropped or emptied meanwhile takes its files away; the log says so to whoever opens the copy.
    await ifThere(copyOne(join(from, file), join(to, file), pacer))
    await pacer.rest()
  }
}

async function copyOne(from: string, to: string, pacer: Pacer): Promise<void> {
  const { size } = await stat(from)
  if (size <= PIECE_BYTES) return copyFile(from, to, constants.COPYFILE_FICLONE)
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE_FORCE)
  } catch {
    await copyInPieces(from, to, pacer)
  }
}

async function copyInPieces(from: string, to: string, pacer: Pacer): Promise<void> {
  const source = await open(from)
  try {
    const target = await open(to, 'w')
    try {
      // One for all pieces: V8 collects garbage whenever so much was set aside outside of its own memory.
      const piece = Buffer.allocUnsafeSlow(PIECE_BYTES)
      for (;;) {
        const { bytesRead } = await source.read(piece)
        if (bytesRead === 0) return
        await target.writeFile(piece.subarray(0, bytesRead))
        await target.datasync()
        await pacer.rest()
      }
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

async function ifThere<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** With rests: what the database writes waits while the disk gives back the blocks of large files. */
export async function removeCopy(folder: string): Promise<void> {
  const pacer = new Pacer()
  for (const file of (await ifThere(listFiles(folder))) ?? []) {
    await ifThere(removeOne(join(folder, file), pacer))
    await pacer.rest()
  }
  await rm(folder, { recursive: true, force: true })
}

async function removeOne(path: string, pacer: Pacer): Promise<void> {
  const { size } = await stat(path)
  for (let left = size - FREED_BYTES; left > 0; left -= FREED_BYTES) {
    await truncate(path, left)
    await pacer.rest()
  }
  await unlink(path)
}

/** To be called by whoever has just locked the data folder: a process that was killed leaves its copies behind. */
export function removeCopies(dataFolder: string): void {
  rmSync(join(dataFolder, COPIES), { recursive: true, force: true })
}
