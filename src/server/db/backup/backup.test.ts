import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { testApp } from '../../../../test/app.ts'
import { testDatabaseVariables } from '../../../../test/database.ts'
import { citing, makeLeavingWorld } from '../../../../test/leaving-world.ts'
import { sqlTag } from '../../../../test/sql-tag.ts'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import { createLog } from '../../base/log.ts'
import { connectDatabase } from '../open/open-database.ts'
import { openEmbeddedTarget } from './embedded-target.ts'
import { openPostgresqlTarget } from './postgresql-target.ts'
import { openArchive, verifyArchive } from './read-archive.ts'
import { restore } from './restore.ts'
import { refuseHalfRestored } from './restore-state.ts'
import { openBackupSource, writeBackupFile } from './write-backup.ts'

interface Place {
  dataDir: string
  databaseUrl?: string | undefined
}

const log = createLog('silent')
const note = () => {}

/** A migrated, empty database. */
async function newPlace(): Promise<Place> {
  const { DATA_DIR = '', DATABASE_URL } = await testDatabaseVariables()
  return { dataDir: DATA_DIR, databaseUrl: DATABASE_URL }
}

const backup = async (place: Place, file: string) => writeBackupFile(await openBackupSource(place), file)

const restoreInto = ({ dataDir, databaseUrl }: Place, file: string) =>
  restore({
    file,
    note,
    openTarget: () => (databaseUrl ? openPostgresqlTarget(databaseUrl) : openEmbeddedTarget(dataDir)),
  })

/** Texts that a format could take for its own signs. */
const odd = [
  'a\ttab, a\nline, a\r\nreturn, a \\ and \\N and \\.',
  '\\.',
  '\u0001\u0008\u000b\u001f\u007f\u0085',
  '👩🏽‍🚀 Ärger im Zug, 你好, مرحبا, e\u0301',
  '"quoted", \'single\', {braces}, NULL, null',
  '',
]

const first = await newPlace()
const world = await makeWorld()
const archive = join(inject('template').kind === 'pglite' ? first.dataDir : '/tmp', `${randomUUID()}.zip`)

async function makeWorld() {
  const database = await connectDatabase({ ...first, log })
  const app = testApp(database, { chat: citing })
  await makeLeavingWorld(app, database)
  const as = await app.signIn()
  const sql = sqlTag(database.db)
  for (const [at, text] of odd.entries())
    await sql`insert into agents (id, name, description, image_url, personality, capabilities, knowledge_domains, owner,
        category, is_public, visibility_enabled, upvotes, created_at, rising, talked)
      values (${randomUUID()}, ${`Odd ${at}`}, ${text}, '/images/default.webp', ${text},
        array[${text}, ${'{"a,b"}'}]::text[], '{}', ${as.address}, 'neural', true, true, 0,
        ${at === 0 ? 'infinity' : at === 1 ? '0044-03-15 BC' : '2026-01-01'}::timestamptz, ${at / 3}::float8, 0)`
  for (const bytes of [Buffer.alloc(0), Buffer.from([0, 92, 10, 255]), randomBytes(300_000)])
    await sql`insert into images (hash, bytes, created_at) values (${randomUUID()}, ${bytes}, now())`
  await app.letGo()
  await app.close()
  await database.close()
  return { as }
}
