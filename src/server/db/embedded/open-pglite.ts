import {
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { type DiskReport, DurableFileSystem, syncFolder, syncPath } from './durable-file-system.ts'

const settings = {
  fsync: 'on',
  wal_sync_method: 'fsync',
  // The default is 128 MB: a process that serves a few people should not use as much memory as a dedicated database
  // server.
  shared_buffers: '16MB',
  // A statement with an excessive sort fails before the disk is full.
  temp_file_limit: '1GB',
  // How much of the log a checkpoint keeps as segments to reuse.
  min_wal_size: '32MB',
  // Otherwise a checkpoint would write a file for replication origins, which are not used, and terminate PostgreSQL if
  // there is no space for it.
  max_active_replication_origins: '0',
}

/** In bytes. On a smaller disk less of the log is kept. */
const SMALL_DISK = 2 * 1024 ** 3

/** PGlite's start parameters without `-F`, which turns fsync off. */
function startParams(folder: string): string[] {
  const { blocks, bsize } = statfsSync(folder)
  const sized = { ...settings, max_wal_size: blocks * bsize < SMALL_DISK ? '32MB' : '96MB' }
  return [
    ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
    ...Object.entries(sized).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

/**
 * Opens the database in `folder` so that what it has acknowledged survives a power cut. If there is none, it is
 * created; a creation that was interrupted is repeated at the next start.
 * @param folder an absolute path that no other process uses (see `lockDataFolder`)
 * @param report receives reports on its disk
 * @param prepared an empty database that a new one is copied from; without it, or if it is missing, PostgreSQL creates
 *   one
 */
export async function openPglite(folder: string, report?: DiskReport, prepared?: string): Promise<PGlite> {
  const unfinished = join(dirname(folder), 'db.unfinished')
  if (existsSync(unfinished)) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const fresh = readdirSync(folder).length === 0
  if (!fresh && !existsSync(join(folder, 'PG_VERSION'))) throw new Error('what is in db is no database')
  if (fresh) {
    writeFileSync(unfinished, '')
    syncPath(dirname(folder))
    if (prepared && existsSync(prepared))
      cpSync(prepared, folder, { recursive: true, mode: constants.COPYFILE_FICLONE })
  }
  // An interrupted statement leaves its temporary files behind, and nothing else removes them here.
  rmSync(join(folder, 'base', 'pgsql_tmp'), { recursive: true, force: true })
  const pglite = new PGlite({
    fs: new DurableFileSystem(folder, report),
    extensions: { pg_trgm },
    startParams: startParams(folder),
  })
  await pglite.waitReady
  if (fresh) {
    await pglite.exec('checkpoint')
    syncFolder(folder)
    rmSync(unfinished)
    syncPath(dirname(folder))
  }
  return pglite
}
