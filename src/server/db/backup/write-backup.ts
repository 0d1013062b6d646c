import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { syncPath } from '../../base/sync-path.ts'
import type { Database, FolderCopy } from '../connect/connect.ts'
import { DatabaseError } from '../connect/database-error.ts'
import { refuseClosedFolder } from '../embedded/folder-rights.ts'
import { lockDataFolder } from '../embedded/lock-data-folder.ts'
import { askForCopy } from '../embedded/serve-copies.ts'
import { DraftFile } from './draft-file.ts'
import { openEmbeddedSource } from './embedded-source.ts'
import type { Manifest } from './manifest.ts'
import { openPostgresqlSource } from './postgresql-source.ts'
import { refuseMarkedFolder } from './restore-mark.ts'
import type { RowsSource } from './rows-source.ts'
import { writeArchive } from './write-archive.ts'

const DRAFT = '.part'
const LEFT_MS = 3_600_000

export interface WrittenBackup {
  manifest: Manifest
  /** Of the archive. */
  bytes: number
}

/**
 * Opens the database of these settings for a backup. An embedded one that a server has open is copied by that server; one
 * that nobody has is locked and read in place.
 * @throws {DatabaseError} if it can't be opened
 */
export async function openBackupSource(place: {
  databaseUrl?: string | undefined
  dataDir: string
}): Promise<RowsSource> {
  if (place.databaseUrl !== undefined) return openPostgresqlSource(place.databaseUrl)
  const dataFolder = resolve(place.dataDir)
  refuseClosedFolder(dataFolder)
  refuseMarkedFolder(dataFolder)
  if (!existsSync(join(dataFolder, 'db')))
    throw new DatabaseError(
      `There is no database in ${dataFolder}: set DATA_DIR to the folder of the server.`,
    )
  const copy = await askForCopy(dataFolder)
  if (copy) return openCopy(copy)
  const unlock = await lockDataFolder(dataFolder)
  try {
    const source = await openEmbeddedSource(join(dataFolder, 'db'), new Date())
    return { ...source, close: () => source.close().finally(unlock) }
  } catch (error) {
    unlock()
    throw error
  }
}

async function openCopy(copy: FolderCopy): Promise<RowsSource> {
  try {
    const source = await openEmbeddedSource(join(copy.folder, 'db'), copy.at)
    return { ...source, close: () => source.close().finally(() => copy.remove()) }
  } catch (error) {
    await copy.remove()
    throw error
  }
}

/**
 * Backs up an embedded database that this process has open, such as before it migrates it. Writers are not held.
 * @throws {DatabaseError} without room for a copy on the disk, and what the file system throws for the file
 */
export async function backupEmbedded(database: Database, file: string): Promise<WrittenBackup> {
  if (!database.copyFiles) throw new Error('Only an embedded database is copied by its files')
  return writeBackupFile(await openCopy(await database.copyFiles()), file)
}

/**
 * The file has its name only once it is whole, and on the disk. Closes the source.
 * @throws what the source and the file system throw; no file is left behind
 */
export async function writeBackupFile(source: RowsSource, file: string): Promise<WrittenBackup> {
  const path = resolve(file)
  // Of two that write the same file at once each has its own draft, and the last one to end gives the file its name.
  const draft = `${path}.${randomUUID()}${DRAFT}`
  let output: DraftFile | undefined
  try {
    await removeLeftDrafts(path)
    output = await DraftFile.create(draft)
    const written = await writeArchive(source, output)
    await rename(draft, path)
    syncPath(dirname(path))
    return written
  } catch (error) {
    output?.destroy()
    await rm(draft, { force: true })
    throw error
  } finally {
    await source.close()
  }
}

/** Streams the archive. Closes the source. */
export async function streamBackup(source: RowsSource, output: Writable): Promise<WrittenBackup> {
  try {
    return await writeArchive(source, output)
  } finally {
    await source.close()
  }
}

/** A killed backup leaves its draft. One that is being written grows all the time. */
async function removeLeftDrafts(path: string): Promise<void> {
  for (const name of await readdir(dirname(path))) {
    if (!name.startsWith(`${basename(path)}.`) || !name.endsWith(DRAFT)) continue
    const draft = join(dirname(path), name)
    const changed = await stat(draft).then(
      ({ mtimeMs }) => mtimeMs,
      () => Number.POSITIVE_INFINITY,
    )
    if (changed < Date.now() - LEFT_MS) await rm(draft, { force: true })
  }
}
