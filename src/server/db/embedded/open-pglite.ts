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
  // 128 MB by default: a process that serves a few people should not take what a database machine takes.
  shared_buffers: '16MB',
  plan_cache_mode: 'force_custom_plan',
  // A statement that sorts without end fails before the disk is full.
  temp_file_limit: '1GB',
  // Segments of the log that a checkpoint keeps for new ones: by default a gigabyte of them.
  min_wal_size: '32MB',
  // A checkpoint would write a file for origins that nobody has, and end everything where there is no room for it.
  max_active_replication_origins: '0',
}

/** In bytes; on a smaller disk less of the log is kept. */
const SMALL_DISK = 2 * 1024 ** 3

/** PGlite's own, without `-F`, which turns fsync off. */
function startParams(folder: string): string[] {
  const { blocks, bsize } = statfsSync(folder)
  const sized = { ...settings, max_wal_size: blocks * bsize < SMALL_DISK ? '32MB' : '96MB' }
  return [
    ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
    ...Object.entries(sized).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

/**
 * Opens the database in `folder` so that what it has acknowledged survives a power cut. Where there is none it is
 * made; a making that was cut short is begun anew at the next start.
 * @param folder an absolute path that no other process uses (see `lockDataFolder`)
 * @param report hears of its disk
 * @param prepared an empty database that a new one is a copy of; without it, or where it is missing, PostgreSQL makes one
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
  // A statement that was cut short leaves its temporary files, and nothing else removes them here.
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
