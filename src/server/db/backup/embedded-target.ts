import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { preparedDataFolder } from '../../base/files.ts'
import { lockDataFolder } from '../embedded/lock-data-folder.ts'
import { openPglite } from '../embedded/open-pglite.ts'
import { limitCompiler } from '../embedded/start-engine.ts'
import { CopyAnswer, queryMessage } from './copy-answer.ts'
import { inTransaction, type LoadTarget, loadSettings } from './load-target.ts'
import { markRestore, unmarkRestore } from './restore-mark.ts'
import { readSettings } from './rows-source.ts'
import { Measure } from './write-archive.ts'

/** In bytes of rows: a crash then has little of the log to replay. */
const CHECKPOINT_BYTES = 64 * 1024 * 1024

/**
 * In this thread, as nothing else is to be done meanwhile.
 * @param options.isRestore if no server may start on a database that is made here before `marked` was called
 * @param options.hasTables if a database that is made here gets the tables of this version: it is copied from the build's,
 * which costs neither the seconds nor the gigabyte of making one
 * @throws {DatabaseError} if a server has the data folder open
 */
export async function openEmbeddedTarget(
  dataDir: string,
  { isRestore = false, hasTables = false }: { isRestore?: boolean; hasTables?: boolean } = {},
): Promise<LoadTarget> {
  const dataFolder = resolve(dataDir)
  const unlock = await lockDataFolder(dataFolder)
  limitCompiler()
  const pglite = await makeOrOpen(dataFolder, { isRestore, hasTables }).catch((error: unknown) => {
    unlock()
    throw error
  })
  await pglite.exec([...readSettings, ...loadSettings, 'set temp_file_limit = -1'].join('; '))
  let written = 0
  const query = async (text: string) => {
    const results = await pglite.exec(text)
    return (results.at(-1)?.rows ?? []) as Record<string, unknown>[]
  }
  return {
    kind: 'embedded',
    query,
    transaction: (work) => inTransaction(query, work),
    async copyIn(into, rows) {
      await pglite.query(`copy ${into} from '/dev/blob'`, [], { blob: new Blob([new Uint8Array(rows)]) })
    },
    async measure(text) {
      const [measure, answer] = [new Measure(), new CopyAnswer()]
      await pglite.execProtocolRawStream(queryMessage(text), {
        syncToFs: false,
        onRawData(data) {
          for (const rows of answer.push(data)) measure.add(rows)
        },
      })
      if (answer.fault !== null) throw new Error(answer.fault)
      return measure.result()
    },
    async wrote(bytes) {
      written += bytes
      if (written < CHECKPOINT_BYTES) return
      written = 0
      await query('checkpoint')
    },
    async marked() {
      // Commits reach the disk later here (`synchronous_commit`), and a folder without any mark is a new place's.
      await query('checkpoint')
      unmarkRestore(dataFolder)
    },
    async close() {
      await query('checkpoint').catch(() => {})
      await pglite.close().finally(unlock)
    },
  }
}

/** The mark is there before anything that a server could take for a database of its own. */
async function makeOrOpen(
  dataFolder: string,
  { isRestore, hasTables }: { isRestore: boolean; hasTables: boolean },
): Promise<PGlite> {
  const folder = join(dataFolder, 'db')
  const isMade = existsSync(join(folder, 'PG_VERSION')) && !existsSync(join(dataFolder, 'db.unfinished'))
  if (isRestore && !isMade) markRestore(dataFolder)
  return openPglite(folder, undefined, { prepared: hasTables ? join(preparedDataFolder, 'db') : undefined })
}
