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
import { syncPath } from '../../base/sync-path.ts'
import { type DiskReport, DurableFileSystem, syncFolder } from './durable-file-system.ts'

const settings = {
  fsync: 'on',
  wal_sync_method: 'fsync',
  // Not the default of 128 MB: what serves a few people should not use as much memory as a dedicated database server.
  shared_buffers: '16MB',
  // An analysis looks at 300 rows for each of it, and at once. WebAssembly gives no memory back: with the default of 100
  // a table that grows takes more with each analysis, until it has 30,000 rows (record 0100).
  default_statistics_target: '10',
  // A statement with an excessive sort fails before the disk is full.
  temp_file_limit: '1GB',
  // How much of the log a checkpoint keeps as segments to reuse.
  min_wal_size: '32MB',
  // Else a checkpoint writes a file for replication origins, unused here, and terminates PostgreSQL if it has no space.
  max_active_replication_origins: '0',
}

/** In bytes. On a smaller disk less of the log is kept. */
const SMALL_DISK = 2 * 1024 ** 3

/** Without `-F`, which turns fsync off. */
function startParams(folder: string): string[] {
  const { blocks, bsize } = statfsSync(folder)
  const sized = { ...settings, max_wal_size: blocks * bsize < SMALL_DISK ? '32MB' : '96MB' }
  return [
    ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
    ...Object.entries(sized).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

/** No other process uses `folder` (see `lockDataFolder`). An interrupted creation is repeated at the next start. */
export async function openPglite(
  folder: string,
  report?: DiskReport,
  { prepared, inspects = false }: { prepared?: string | undefined; inspects?: boolean | undefined } = {},
): Promise<PGlite> {
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
    // Loaded only for a check: it takes memory that a server does without.
    extensions: {
      pg_trgm,
      ...(inspects && { amcheck: (await import('@electric-sql/pglite/contrib/amcheck')).amcheck }),
    },
    startParams: startParams(folder),
  })
  await pglite.waitReady
  if (fresh) {
    await pglite.exec('checkpoint')
    await syncFolder(folder)
    rmSync(unfinished)
    syncPath(dirname(folder))
  }
  return pglite
}
