import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { ownDatabase, testDatabaseVariables } from '../../../../test/database.ts'
import { schemaDefinitions } from '../../../../test/schema-definitions.ts'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import { createLog } from '../../base/log.ts'
import { DatabaseError } from '../connect/database-error.ts'
import { connectDatabase } from '../open/open-database.ts'
import { openEmbeddedTarget } from './embedded-target.ts'
import { inTransaction, type LoadTarget } from './load-target.ts'
import { openPostgresqlTarget } from './postgresql-target.ts'
import { restore } from './restore.ts'
import { backupEmbedded, openBackupSource, writeBackupFile } from './write-backup.ts'

const source = await ownDatabase()

/** Fails with every statement after so many, on whichever of its connections, as if the process had been killed. */
function cutAfter(statements: number, target: LoadTarget): LoadTarget {
  let left = statements
  const cut = ({ another, ...one }: LoadTarget): LoadTarget => {
    const query = async (text: string) => {
      left -= 1
      if (left < 0) throw new Error('cut')
      return one.query(text)
    }
    return {
      ...one,
      query,
      transaction: (work) => inTransaction(query, work),
      ...(another && { another: async () => cut(await another()) }),
    }
  }
  return cut(target)
}

async function backup(file: string) {
  if (source.kind === 'embedded') return backupEmbedded(source, file)
  const template = inject('template')
  const url = new URL(template.kind === 'postgresql' ? template.url : '')
  url.pathname = (await source.sql`select current_database() as name`)[0]?.name
  return writeBackupFile(await openBackupSource({ databaseUrl: url.href, dataDir: '' }), file)
}

test('cut at any statement of any connection, a restore goes on, and ends with every row and every index', {
  timeout: 300_000,
}, async () => {
  const folder = temporaryFolder()
  for (let count = 0; count < 40; count++)
    await source.sql`insert into images (hash, bytes, created_at) values (${randomUUID()}, ${Buffer.alloc(200_000, 9)}, now())`
  const file = join(folder, 'whole.zip')
  const { manifest } = await backup(file)
  const { DATABASE_URL: databaseUrl } = await testDatabaseVariables()
  const dataDir = join(folder, 'target')
  const open = async (): Promise<LoadTarget> => {
    if (!databaseUrl) return openEmbeddedTarget(dataDir)
    for (;;) {
      try {
        return await openPostgresqlTarget(databaseUrl)
      } catch (error) {
        // PostgreSQL has to notice first that who was cut is gone.
        if (!(error instanceof DatabaseError)) throw error
        await wait(50)
      }
    }
  }
  const attempt = async (statements: number) => {
    const options = { file, openTarget: async () => cutAfter(statements, await open()), note() {} }
    return restore(options).catch((error: Error) => {
      expect(error.message).toBe('cut')
      return undefined
    })
  }
  let restored: Awaited<ReturnType<typeof attempt>>
  let cuts = 0
  for (let most = 200; restored === undefined; most += 100) {
    restored = await attempt(most + Math.floor(Math.random() * 100))
    if (restored === undefined) cuts += 1
  }
  expect(cuts).toBeGreaterThan(2)
  const tables = manifest.tables.map(({ name, rows, sha256 }) => ({ name, rows, sha256 }))
  expect(restored).toEqual({ tables, leftOut: [] })
  const database = await connectDatabase({ dataDir, databaseUrl, log: createLog('silent') })
  expect(await schemaDefinitions(database)).toEqual(await schemaDefinitions(source))
  await database.close()
})
