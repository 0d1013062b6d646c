import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { DurableFileSystem, syncFolder, syncPath } from './durable-file-system.ts'

const settings = {
  fsync: 'on',
  wal_sync_method: 'fsync',
  // 128 MB by default: a process that serves a few people should not take what a database machine takes.
  shared_buffers: '16MB',
  plan_cache_mode: 'force_custom_plan',
  // A statement that sorts without end fails before the disk is full.
  temp_file_limit: '1GB',
}

/** PGlite's own, without `-F`, which turns fsync off. */
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
]

/**
 * Opens the database in `folder` so that what it has acknowledged survives a power cut. Where there is none it is
 * made; a making that was cut short is begun anew at the next start.
 * @param folder an absolute path that no other process uses (see `lockDataFolder`)
 */
export async function openPglite(folder: string): Promise<PGlite> {
  const unfinished = join(dirname(folder), 'db.unfinished')
  if (existsSync(unfinished)) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const fresh = readdirSync(folder).length === 0
  if (!fresh && !existsSync(join(folder, 'PG_VERSION'))) throw new Error('what is in db is no database')
  if (fresh) {
    writeFileSync(unfinished, '')
    syncPath(dirname(folder))
  }
  // A statement that was cut short leaves its temporary files, and nothing else removes them here.
  rmSync(join(folder, 'base', 'pgsql_tmp'), { recursive: true, force: true })
  const pglite = new PGlite({ fs: new DurableFileSystem(folder), extensions: { pg_trgm }, startParams })
  await pglite.waitReady
  if (fresh) {
    await pglite.exec('checkpoint')
    syncFolder(folder)
    rmSync(unfinished)
    syncPath(dirname(folder))
  }
  return pglite
}
