import { spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { newAgent, testApp } from '../../../../test/app.ts'
import { ownDatabase, type TestDatabase, testDatabaseVariables } from '../../../../test/database.ts'
import { citing, makeLeavingWorld } from '../../../../test/leaving-world.ts'
import { schemaDefinitions } from '../../../../test/schema-definitions.ts'
import { workingFolder } from '../../../../test/working-folder.ts'
import { createLog } from '../../base/log.ts'
import { migrate } from '../connect/migrate.ts'
import { connectDatabase } from '../open/open-database.ts'
import { applyMigrations } from './apply-migrations.ts'
import { BackupError } from './backup-error.ts'
import { openEmbeddedTarget } from './embedded-target.ts'
import type { LoadTarget } from './load-target.ts'
import { openPostgresqlTarget } from './postgresql-target.ts'
import { openArchive, verifyArchive } from './read-archive.ts'
import { knownMigrations } from './read-schema.ts'
import { restore } from './restore.ts'
import { refuseHalfRestored } from './restore-state.ts'
import { backupEmbedded, openBackupSource, writeBackupFile } from './write-backup.ts'

const log = createLog('silent')
const folder = mkdtempSync(join(workingFolder, 'backup-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0
const newFile = () => join(folder, `${++files}.zip`)

async function backup(database: TestDatabase, file: string) {
  if (database.kind === 'embedded') return backupEmbedded(database, file)
  const template = inject('template')
  const url = new URL(template.kind === 'postgresql' ? template.url : '')
  url.pathname = (await database.sql`select current_database() as name`)[0]?.name
  return writeBackupFile(await openBackupSource({ databaseUrl: url.href, dataDir: '' }), file)
}

const embedded = (dataDir: string) => (may: { hasTables: boolean }) => openEmbeddedTarget(dataDir, may)
const restoreInto = (openTarget: (may: { hasTables: boolean }) => Promise<LoadTarget>, file: string) =>
  restore({ file, openTarget, note() {} })

/** Emptied, which costs a tenth of making one. */
async function openEmpty(dataDir: string): Promise<LoadTarget> {
  const target = await openEmbeddedTarget(dataDir, { hasTables: true })
  await target.query('drop schema public cascade; drop schema drizzle cascade; create schema public')
  return target
}

/** Texts and times that a format could take for its own signs. */
const odd: [text: string, time: string][] = [
  ['a\ttab, a\nline, a\r\nreturn, a \\ and \\N and \\.', 'infinity'],
  ['\\.', '0044-03-15 12:00:00 BC'],
  ['\u0001\u0008\u000b\u001f\u007f\u0085', '294276-01-01'],
  ['👩🏽‍🚀 Ärger im Zug, 你好, مرحبا, e\u0301', '2026-03-29 02:30:00+02'],
  ['"quoted", \'single\', {braces}, NULL, null', '-infinity'],
  ['', '1970-01-01'],
]

const database = await ownDatabase()
const app = testApp(database, { chat: citing })
const ada = await app.signIn()
const world = newFile()
let made: ReturnType<typeof makeWorld> | undefined
/** The archive of a database in which most tables have rows, made by the first test that needs it. */
async function archived() {
  made ??= makeWorld()
  return (await made).manifest
}

async function makeWorld() {
  const { sql } = database
  await makeLeavingWorld(app, database)
  const own = await app.send('POST', '/api/agents', { as: ada, json: { ...newAgent, id: randomUUID() } })
  expect(own.status).toBe(201)
  for (const [text, time] of odd)
    await sql`
      insert into agents (id, name, description, image_url, personality, capabilities, knowledge_domains, owner,
        category, is_public, visibility_enabled, upvotes, created_at, rising, talked)
      values (${randomUUID()}, 'Odd', ${text}, '/images/default.webp', ${text}, ${[text, '{"a,b"}']}::text[], '{}',
        'nobody', 'neural', false, false, 0, ${time}::timestamptz, ${1 / 3}::float8, 'Infinity'::float8)`
  for (const bytes of [Buffer.alloc(0), Buffer.from([0, 92, 10, 255]), randomBytes(300_000)])
    await sql`insert into images (hash, bytes, created_at) values (${randomUUID()}, ${bytes}, now())`
  return backup(database, world)
}

test('a database goes from one kind to the other and back with every row of every table, and whoever was signed in goes on', {
  timeout: 300_000,
}, async () => {
  const manifest = await archived()
  const filled = manifest.tables.filter(({ rows }) => rows > 0).length
  expect(filled).toBeGreaterThan(manifest.tables.length / 2)
  const dataDir = join(folder, 'round')
  await restoreInto(embedded(dataDir), world)
  const between = newFile()
  const written = await writeBackupFile(await openBackupSource({ dataDir }), between)
  expect(written.manifest).toEqual({ ...manifest, madeAt: written.manifest.madeAt, source: 'embedded' })

  const { DATABASE_URL: databaseUrl } = await testDatabaseVariables()
  const back = join(folder, 'back')
  await restoreInto(databaseUrl ? () => openPostgresqlTarget(databaseUrl) : embedded(back), between)
  const restored = await connectDatabase({ dataDir: back, databaseUrl, log })
  await refuseHalfRestored(restored)
  await migrate(restored)
  const there = testApp(restored)
  const mine = await there.send('GET', '/api/me/agents', { as: ada })
  expect(mine.status).toBe(200)
  expect(await mine.json()).toEqual(await (await app.send('GET', '/api/me/agents', { as: ada })).json())
  // What gives out numbers goes on, and what is made from other columns was made.
  const found = await there.send('GET', '/api/agents?query=explains')
  expect(((await found.json()) as { agents: unknown[] }).agents.length).toBeGreaterThan(0)
  expect(await schemaDefinitions(restored)).toEqual(await schemaDefinitions(database))
  await there.letGo()
  await there.close()
  await restored.close()
})

test('beside writers a backup has every row that was acknowledged before, and of each transaction all or nothing', {
  timeout: 300_000,
}, async () => {
  const { sql } = database
  await sql.unsafe(
    'create table pair_a (id int primary key, x text); create table pair_b (id int primary key, x text)',
  )
  let writing = true
  const acknowledged: { id: number; at: number }[] = []
  async function write(from: number): Promise<void> {
    for (let id = from; writing; id += 3) {
      await sql.begin(async (own) => {
        await own`insert into pair_a values (${id}, ${'x'.repeat(900)})`
        await own`update pair_a set x = x || ${id}::text where id = ${id - 30}`
        await own`insert into pair_b values (${id}, 'y')`
      })
      acknowledged.push({ id, at: Date.now() })
    }
  }
  const writers = [0, 1, 2].map(write)
  await expect.poll(() => acknowledged.length).toBeGreaterThan(50)
  const file = newFile()
  const { manifest } = await backup(database, file)
  writing = false
  await Promise.all(writers)
  const archive = await openArchive(file)
  const idsOf = async (table: string) => {
    let text = ''
    for await (const piece of archive.rows(table)) text += piece
    return new Set(
      text
        .split('\n')
        .slice(0, -1)
        .map((row) => Number(row.split('\t')[0])),
    )
  }
  const [a, b] = [await idsOf('pair_a'), await idsOf('pair_b')]
  archive.close()
  await sql.unsafe('drop table pair_a, pair_b')
  const before = acknowledged.filter(({ at }) => at < Date.parse(manifest.madeAt))
  expect(before.length).toBeGreaterThan(50)
  expect(before.filter(({ id }) => !a.has(id))).toEqual([])
  expect(b).toEqual(a)
})

test('any changed byte and any missing end is found, and nothing of it is restored', async () => {
  const manifest = await archived()
  await expect(verifyArchive(world)).resolves.toEqual(manifest)
  const whole = readFileSync(world)
  const damaged = newFile()
  const refusal = async (bytes: Uint8Array) => {
    writeFileSync(damaged, bytes)
    return verifyArchive(damaged).then(
      () => 'whole',
      (error: unknown) => (error instanceof BackupError ? 'refused' : error),
    )
  }
  const at = (share: number) => Math.floor(share * (whole.length - 1))
  for (const share of [0, 1, ...Array.from({ length: 15 }, Math.random)]) {
    const bytes = Buffer.from(whole)
    bytes[at(share)] = (bytes[at(share)] ?? 0) ^ (1 << Math.floor(Math.random() * 8))
    expect(await refusal(bytes), `byte ${at(share)} of ${whole.length}`).toBe('refused')
  }
  for (const share of [0, 0.01, 1, Math.random(), Math.random()])
    expect(await refusal(whole.subarray(0, at(share)))).toBe('refused')
  expect(await refusal(Buffer.concat([whole, whole]))).toBe('refused')
  const dataDir = join(folder, 'never')
  await expect(restoreInto(embedded(dataDir), damaged)).rejects.toThrow(BackupError)
  expect(readdirSync(folder)).not.toContain('never')
})

test('of two backups into one file at once each is whole, whichever the file has in the end, and no draft is left', {
  timeout: 300_000,
}, async () => {
  await archived()
  const both = newFile()
  const left = `${both}.of-a-killed-one.part`
  writeFileSync(left, 'half')
  utimesSync(left, 0, 0)
  const [one, other] = await Promise.all([backup(database, both), backup(database, both)])
  const manifest = await verifyArchive(both)
  expect([one.manifest, other.manifest]).toContainEqual(manifest)
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('where the disk is full a backup fails, leaves nothing behind, and the one before it stays', {
  timeout: 300_000,
}, async ({ skip }) => {
  await archived()
  const disk = join(folder, 'small')
  mkdirSync(disk)
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk], { stdio: 'ignore' })
  if (mounted.status !== 0) skip('this user can mount no disk')
  try {
    const file = join(disk, 'backup.zip')
    writeFileSync(file, 'the backup before')
    await expect(backup(database, file)).rejects.toMatchObject({ code: 'ENOSPC' })
    expect(readdirSync(disk)).toEqual(['backup.zip'])
    expect(readFileSync(file, 'utf8')).toBe('the backup before')
  } finally {
    spawnSync('umount', ['-l', disk])
  }
})

test('a database with rows is refused and stays as it is, and so is a backup of a later version', {
  timeout: 240_000,
}, async () => {
  const { sql } = database
  await archived()
  const dataDir = join(folder, 'filled')
  const target = await openEmpty(dataDir)
  await applyMigrations(target, knownMigrations().slice(0, -1))
  await target.query(`insert into images values ('one', '', now())`)
  await target.close()
  await expect(restoreInto(embedded(dataDir), world)).rejects.toThrow(/is not empty \(“images” has rows\)/)
  const again = await openEmbeddedTarget(dataDir)
  expect(await again.query('select hash from images')).toEqual([{ hash: 'one' }])
  await again.query('delete from images')
  await again.close()

  const foreign = join(folder, 'foreign')
  const others = await openEmpty(foreign)
  await others.query('create table notes (id int primary key)')
  await others.close()
  await expect(restoreInto(embedded(foreign), world)).rejects.toThrow(
    /has tables of something else \(“notes”\)/,
  )
  await expect(restoreInto(embedded(foreign), world)).rejects.toThrow(/has tables of something else/)

  // An older version's backup becomes one of this version.
  const older = newFile()
  const { manifest: old } = await writeBackupFile(await openBackupSource({ dataDir }), older)
  expect(old.schema.name).toBe(knownMigrations().at(-2)?.name)
  await restoreInto(embedded(dataDir), older)
  await restoreInto(embedded(join(folder, 'new')), older)
  await sql`update drizzle.__drizzle_migrations set created_at = created_at + 1 where created_at = (
    select max(created_at) from drizzle.__drizzle_migrations)`
  const later = newFile()
  await backup(database, later)
  await sql`update drizzle.__drizzle_migrations set created_at = created_at - 1 where created_at = (
    select max(created_at) from drizzle.__drizzle_migrations)`
  await expect(restoreInto(embedded(dataDir), later)).rejects.toThrow(/later version/)
  // The tables that restore made are of this version, so they are later than those of the older backup.
  await expect(restoreInto(embedded(dataDir), older)).rejects.toThrow(/later version than the backup/)
})

test('what somebody else keeps beside the tables of Bionic is in a backup, and restore says that it leaves it out', {
  timeout: 240_000,
}, async () => {
  await database.sql.unsafe(
    "create table notes (id serial primary key, text text); insert into notes (text) values ('mine')",
  )
  const file = newFile()
  const { manifest } = await backup(database, file)
  await database.sql.unsafe('drop table notes')
  expect(manifest.tables).toContainEqual(expect.objectContaining({ name: 'notes', rows: 1 }))
  const dataDir = join(folder, 'own')
  const cut = async () => ({
    ...(await openEmbeddedTarget(dataDir, { hasTables: true })),
    copyIn: () => Promise.reject(new Error('cut')),
  })
  await expect(restoreInto(cut, file)).rejects.toThrow('cut')
  const said: string[] = []
  const note = (line: string) => void said.push(line)
  const restored = await restore({ file, openTarget: embedded(dataDir), note })
  const own = manifest.tables.filter(({ name }) => name !== 'notes')
  const tables = own.map(({ name, rows, sha256 }) => ({ name, rows, sha256 }))
  expect(restored).toEqual({ tables, leftOut: ['notes'] })
  expect(said).toContain('“notes” is no table of Bionic: it is not restored, and stays in the backup.')
})

test('no server starts on a database that is half restored', async () => {
  await expect(refuseHalfRestored(database)).resolves.toBeUndefined()
  await database.sql`create schema bionic_restore`
  await expect(refuseHalfRestored(database)).rejects.toThrow(/run “bionic restore” with the same file again/)
  await database.sql`drop schema bionic_restore`
})
