import { randomBytes } from 'node:crypto'
import { existsSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { ownDatabase, type TestDatabase } from '../../../test/database.ts'
import { S3Server } from '../../../test/s3-server.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { readEnv } from '../base/env.ts'
import { createLog } from '../base/log.ts'
import { openEmbeddedTarget } from '../db/backup/embedded-target.ts'
import { restore } from '../db/backup/restore.ts'
import { openBackupSource, writeBackupFile } from '../db/backup/write-backup.ts'
import { connectDatabase } from '../db/open/open-database.ts'
import { DiskStore } from '../domain/files/disk-store.ts'
import { type FileStore, filesUnavailable, hashOf, readAll } from '../domain/files/file-store.ts'
import { moveFiles } from '../domain/files/move-files.ts'
import { openFileStore } from '../domain/files/open-file-store.ts'
import { StoredFiles } from '../domain/files/stored-files.ts'
import { checkDatabase } from '../domain/operation/check/check-database.ts'
import { repairDatabase } from '../domain/operation/check/repair-database.ts'
import { openDatabase } from '../open-database.ts'
import { withFileRows } from './file-rows.ts'

const log = createLog('silent')
const clock = () => new Date()
const s3 = await new S3Server().listen()
afterAll(() => s3.close())

const pictures = Array.from({ length: 3 }, (_, index) => randomBytes(20_000 + index * 300_000))
const small = randomBytes(1_000)
const document = randomBytes(700_000)
const cardFile = randomBytes(30_000)
const large = [...pictures, document, cardFile].map(hashOf).sort()

/** As a place has it that has set nothing: all bytes in rows. */
async function makePlace(): Promise<TestDatabase> {
  const database = await ownDatabase()
  const { sql } = database
  for (const bytes of [...pictures, small])
    await sql`insert into images (hash, bytes, created_at) values (${hashOf(bytes)}, ${bytes}, now())`
  const agent = '11111111-1111-4111-8111-111111111111'
  await sql`insert into agents (id, name, description, image_url, personality, capabilities, knowledge_domains, owner,
      category, is_public, visibility_enabled, upvotes, created_at)
    values (${agent}, 'Ada', '', '/images/default.webp', '', '{}', '{}', 'nobody', 'neural', false, false, 0, now())`
  await sql`insert into card_files (agent_id, path, content) values (${agent}, 'a.bin', ${cardFile})`
  await sql`insert into source_files (id, hash, created_at) values (${agent}, ${hashOf(document)}, now())`
  for (const [number, at] of [0, 262_144, 524_288].entries())
    await sql`insert into source_file_chunks (file_id, number, bytes)
      values (${agent}, ${number}, ${document.subarray(at, at + 262_144)})`
  return database
}

async function newDisk() {
  const folder = temporaryFolder()
  const store = new DiskStore(folder)
  await store.prepare()
  return { folder, store }
}

const hashesIn = async (store: FileStore) => {
  const hashes: string[] = []
  for await (const { hash } of store.list()) hashes.push(hash)
  return hashes
}

const move = ({ db }: Pick<TestDatabase, 'db'>, store: FileStore) =>
  moveFiles({ db, store, log, clock }, () => {})

/** Everything as it was made, read as servers read it. */
async function expectAll({ db }: Pick<TestDatabase, 'db'>, store: FileStore | null) {
  const files = new StoredFiles({ db, store, log, clock })
  for (const hash of large) expect(hashOf((await files.read(hash)) ?? Buffer.alloc(0))).toBe(hash)
}

const urlOf = async (database: TestDatabase) => {
  const template = inject('template')
  const url = new URL(template.kind === 'postgresql' ? template.url : '')
  url.pathname = (await database.sql`select current_database() as name`)[0]?.name
  return url.href
}

async function backUp(database: TestDatabase | { dataDir: string }, store: FileStore | null) {
  const file = join(temporaryFolder(), 'backup.zip')
  const missing: string[] = []
  const source =
    'dataDir' in database
      ? await openBackupSource({ dataDir: database.dataDir })
      : await openBackupSource({ databaseUrl: await urlOf(database), dataDir: '' })
  const { manifest } = await writeBackupFile(
    withFileRows(source, store, (hash) => missing.push(hash)),
    file,
  )
  return { file, missing, manifest }
}

/** A data folder that a backup was restored into. */
async function restored(file: string) {
  const dataDir = temporaryFolder()
  await restore({ file, openTarget: (may) => openEmbeddedTarget(dataDir, may), note() {} })
  const open = () => connectDatabase({ dataDir, log })
  return { dataDir, open }
}

test('files move from their rows to a disk, into backups, to a database, to a bucket and back over connections that are cut, with equal hashes', {
  timeout: 900_000,
}, async () => {
  const first = await makePlace()
  const disk = await newDisk()
  expect(await move(first, disk.store)).toMatchObject({ files: 5, damaged: [] })
  expect(await move(first, disk.store)).toMatchObject({ files: 0 })
  expect(await hashesIn(disk.store)).toEqual(large)
  await expectAll(first, disk.store)
  // The archives of both kinds of database are read by this process; a server lends its embedded one.
  const isOwn = first.kind === 'postgresql'
  if (!isOwn) return expectMovedByFolder(first, disk.store)
  const one = await backUp(first, disk.store)
  expect(one.missing).toEqual([])
  await expectMoves(one.file)
})

async function expectMovedByFolder(first: TestDatabase, store: FileStore) {
  const copy = await first.copyFiles?.()
  if (!copy) throw new Error('Only an embedded database is copied')
  const one = await backUp({ dataDir: copy.folder }, store)
  await copy.remove()
  expect(one.missing).toEqual([])
  await expectMoves(one.file)
}

async function expectMoves(file: string) {
  const inDatabase = await restored(file)
  const opened = await inDatabase.open()
  await expectAll(opened, null)
  const bucket = openFileStore(readEnv(s3.settings))
  if (!bucket) throw new Error('FILES names a bucket')
  expect(await move(opened, bucket)).toMatchObject({ files: 5, damaged: [] })
  expect(s3.hashes).toEqual(large)
  await expectAll(opened, bucket)
  await opened.close()
  s3.troubles.push('cut content', 'cut content')
  const two = await backUp(inDatabase, bucket)
  expect([two.missing, s3.troubles]).toEqual([[], []])
  const again = await restored(two.file)
  const last = await again.open()
  await expectAll(last, null)
  await last.close()
}

test('each fault of a store is found, and what follows from the rows is made anew', {
  timeout: 300_000,
}, async () => {
  const place = await makePlace()
  const { db, sql } = place
  const { folder, store } = await newDisk()
  await move(place, store)
  const look = { quick: false, progress: () => {}, store }
  const findings = async () =>
    (await checkDatabase(place, look)).findings
      .filter(({ rule }) => rule.startsWith('files.'))
      .map(({ rule, ids, mendedBy }) => [rule, ids, mendedBy])
  expect(await findings()).toEqual([])
  const pathOf = (hash: string) => join(folder, hash.slice(0, 2), hash)
  const [lost = '', cut = '', other = ''] = pictures.map(hashOf)
  rmSync(pathOf(lost))
  truncateSync(pathOf(cut), 1_000)
  writeFileSync(pathOf(other), randomBytes(620_000))
  const orphan = randomBytes(100)
  await store.put({ hash: hashOf(orphan), bytes: orphan.length }, async function* () {
    yield orphan
  })
  const open = store.open.bind(store)
  const unreadable = hashOf(cardFile)
  store.open = (hash) =>
    hash === unreadable ? Promise.reject(filesUnavailable(new Error('a bad sector'))) : open(hash)
  expect((await findings()).find(([rule]) => rule === 'files.content')?.[1]).toContain(unreadable)
  store.open = open
  // What was put just now may be of a row that is not committed yet.
  expect((await findings()).map(([rule]) => rule)).toEqual(['files.missing', 'files.content'])
  utimesSync(pathOf(hashOf(orphan)), 0, 0)
  await sql`delete from stored_files where hash = ${hashOf(document)}`
  await sql`insert into stored_files (hash, bytes) values (${hashOf(small)}, 1)`
  const found = await findings()
  expect(found.map(([rule]) => rule).sort()).toEqual([
    'files.content',
    'files.left',
    'files.missing',
    'files.orphans',
    'files.unknown',
  ])
  expect(found).toContainEqual(['files.missing', [lost], 'person'])
  expect(found).toContainEqual(['files.orphans', [hashOf(orphan)], 'person'])
  expect(found).toContainEqual(['files.left', [hashOf(small)], 'repair'])
  await repairDatabase(place, (await checkDatabase(place, look)).findings, () => {})
  expect((await findings()).map(([rule]) => rule).sort()).toEqual([
    'files.content',
    'files.missing',
    'files.orphans',
  ])
  // Whoever uploads it once more puts it back.
  const files = new StoredFiles({ db, store, log, clock })
  for (const bytes of pictures) await files.hold(bytes)
  expect((await findings()).map(([rule]) => rule)).toEqual(['files.orphans'])
  expect(existsSync(pathOf(lost))).toBe(true)
})

test('a server without FILES does not start on a database whose files are elsewhere', async () => {
  const place = await makePlace()
  const { store } = await newDisk()
  await move(place, store)
  const prepare = { web: async () => {}, database: async () => {} }
  const env = readEnv({ SEED_SAMPLES: '0' })
  const open = () => openDatabase(env, log, prepare, async () => ({ ...place, close: async () => {} }))
  await expect(open()).rejects.toThrow('in a store that FILES has to name')
  const content = await store.open(hashOf(document))
  expect(content && (await readAll(content))).toEqual(document)
})
