import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Env } from './base/env.ts'
import { preparedDataFolder } from './base/files.ts'
import type { Logger } from './base/log.ts'
import { refuseMarkedFolder } from './db/backup/restore-mark.ts'
import { refuseHalfRestored } from './db/backup/restore-state.ts'
import type { Database } from './db/connect/connect.ts'
import { DatabaseError } from './db/connect/database-error.ts'
import { migrate } from './db/connect/migrate.ts'
import { copyBeforeUpgrade } from './db/embedded/copy-before-upgrade.ts'
import { diskFullSentence, isDiskFull } from './db/embedded/disk.ts'
import { needsFileStore } from './db/files/stored-files.ts'
import { connectDatabase } from './db/open/open-database.ts'
import { seedIfEmpty } from './db/seed-if-empty.ts'
import { sampleAgents } from './domain/agents/samples.ts'
import { sampleRealms } from './domain/realms/samples.ts'

/** Milliseconds between attempts to end what an earlier server left running. */
const ORPHANS_MS = 5_000

const NO_FILES =
  'The pictures and documents of this database are in a store that FILES has to name: set it as it was, or restore a backup, which has them, into an empty database.'

export interface Preparations {
  web(): Promise<void>
  /** A new embedded database is copied from it. */
  database(): Promise<void>
}

/** Opens the database of the settings, brings its tables up to date, and gives an empty one its samples. */
export async function openDatabase(
  env: Env,
  log: Logger,
  prepare: Preparations,
  connect = () => connectNamed(env, log, prepare),
): Promise<Database> {
  const database = await connect()
  try {
    await refuseHalfRestored(database)
    await copyBeforeUpgrade(database, { dataDir: resolve(env.DATA_DIR), log })
    await migrate(database)
    if (!env.FILES && (await needsFileStore(database.db))) throw new DatabaseError(NO_FILES)
    if (env.SEED_SAMPLES === '1')
      await seedIfEmpty(database.db, { agents: sampleAgents, realms: sampleRealms }, new Date())
    return database
  } catch (error) {
    await database.close()
    if (isDiskFull(error)) throw new DatabaseError(fullSentence(database, env), { cause: error })
    throw error
  }
}

async function connectNamed(env: Env, log: Logger, prepare: Preparations): Promise<Database> {
  if (!env.DATABASE_URL) {
    refuseMarkedFolder(resolve(env.DATA_DIR))
    if (!existsSync(resolve(env.DATA_DIR, 'db'))) await prepare.database()
  }
  return connectDatabase({
    databaseUrl: env.DATABASE_URL,
    dataDir: env.DATA_DIR,
    preparedDataDir: preparedDataFolder,
    minFree: env.MIN_FREE_MB * 1024 * 1024,
    log,
  })
}

function fullSentence({ kind }: Database, env: Env): string {
  if (kind === 'embedded') return diskFullSentence(resolve(env.DATA_DIR))
  return 'The disk of PostgreSQL is full: make room on it, then start the server again. What was saved is still there.'
}

/** Ends what an earlier server left running. While the disk is full this is impossible; it is then retried while the server already serves. */
export async function closeOrphans(
  close: () => Promise<void>,
  log: Logger,
  closing: AbortSignal,
): Promise<void> {
  const failed = await close().then(
    () => false,
    (error: unknown) => {
      log.error({ err: error }, 'what an earlier server left running can not be ended yet')
      return true
    },
  )
  if (!failed) return
  const timer = setInterval(
    () =>
      close().then(
        () => clearInterval(timer),
        () => {},
      ),
    ORPHANS_MS,
  ).unref()
  closing.addEventListener('abort', () => clearInterval(timer))
}
