import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { copyTemplate } from '../../../../test/database.ts'
import { type SqlTag, sqlTag } from '../../../../test/sql-tag.ts'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import { createLog } from '../../base/log.ts'
import { connectDatabase } from '../open/open-database.ts'
import { DISTANCE_BYTES, logBytes } from './checkpoint-regularly.ts'
import { openDisk } from './disk.ts'
import { Reserve } from './reserve.ts'

const MEGABYTE = 1024 * 1024

/** A simulated disk with this many bytes left. */
function diskWith(bytes: number) {
  const room = new BigInt64Array(new SharedArrayBuffer(8))
  const leave = (left: number) => void Atomics.store(room, 0, BigInt(left))
  leave(bytes)
  return { room, leave }
}

async function open(dataDir: string, options: { room?: BigInt64Array; minFree?: number } = {}) {
  const lines: string[] = []
  const log = createLog('warn', { write: (line) => void lines.push(line) })
  const database = await connectDatabase({ dataDir, log, ...options })
  onTestFinished(() => database.close())
  let failed = false
  void database.failed.then(() => {
    failed = true
  })
  return { ...database, sql: sqlTag(database.db), lines, hasFailed: () => failed }
}

function dataFolder(): string {
  const dataDir = temporaryFolder()
  copyTemplate(dataDir)
  return dataDir
}

async function fillLog({ sql }: { sql: SqlTag }, rows: number[]) {
  // This makes PostgreSQL's log grow, and the tables hardly at all.
  for (let row = rows.length; row < rows.length + 100_000; row++) {
    await sql.begin(async (own) => {
      await own`select pg_logical_emit_message(true, 'test', repeat(md5(${String(row)}), 20000))`
      await own`insert into notes values (${row})`
    })
    rows.push(row)
  }
}

const openEmpty = async (options: { room?: BigInt64Array; minFree?: number }) => {
  const database = await open(dataFolder(), options)
  await database.sql`create table notes (number integer primary key)`
  return database
}

test('on a full disk writes are refused, reads go on, and with room things are stored again by themselves', async () => {
  const disk = diskWith(1_000 * MEGABYTE)
  const { sql, hasRoom, hasFailed, lines } = await openEmpty({ room: disk.room })
  await sql`insert into notes values (0)`
  disk.leave(0)
  let stored = 0
  await expect(async () => {
    for (; ; stored++) await sql`insert into notes select ${stored * 1000}::int + generate_series(1, 1000)`
  }).rejects.toMatchObject({ code: '53100' })
  expect(hasRoom()).toBe(false)
  expect([...(await sql`select count(*)::int as count from notes`)]).toEqual([{ count: 1 + stored * 1000 }])
  disk.leave(500 * MEGABYTE)
  await expect.poll(hasRoom).toBe(true)
  await sql`insert into notes values (-1)`
  expect(hasFailed()).toBe(false)
  expect(lines.join('')).toContain('The disk is full')
})

test('PostgreSQL that ends itself for want of room in its log is started again at once, with every row that it acknowledged', async () => {
  const disk = diskWith(1_000 * MEGABYTE)
  const database = await openEmpty({ room: disk.room })
  const rows: number[] = []
  for (let round = 0; round < 2; round++) {
    // Less than a segment of the log.
    disk.leave(8 * MEGABYTE)
    await expect(fillLog(database, rows)).rejects.toThrow()
    expect(database.hasRoom()).toBe(false)
    disk.leave(500 * MEGABYTE)
    await expect
      .poll(() =>
        database.sql`select 1`.then(
          () => 'reads',
          () => 'away',
        ),
      )
      .toBe('reads')
    const kept = new Set(
      (await database.sql<{ number: number }[]>`select number from notes`).map((row) => row.number),
    )
    expect(rows.filter((row) => !kept.has(row))).toEqual([])
    rows.splice(0, rows.length, ...kept)
  }
  expect(database.hasFailed()).toBe(false)
})

test('what is kept in reserve lets it recover where nothing else is left', async () => {
  const disk = diskWith(200 * MEGABYTE)
  const dataDir = dataFolder()
  const database = await open(dataDir, { room: disk.room, minFree: MEGABYTE })
  await database.sql`create table notes (number integer primary key)`
  const reserve = join(dataDir, 'reserve')
  await expect.poll(() => existsSync(reserve)).toBe(true)
  // This allocates a page for its table, so that only the log has to grow later.
  const rows = [0]
  await database.sql`insert into notes values (0)`
  disk.leave(0)
  await expect(fillLog(database, rows)).rejects.toThrow()
  await expect
    .poll(() =>
      database.sql`select count(*)::int as count from notes`.then(
        ([row]) => row?.count,
        () => 'away',
      ),
    )
    .toBe(rows.length)
})

test('a start on a full disk says that the disk is full, and one with room finds everything', async () => {
  const dataDir = dataFolder()
  const before = await open(dataDir)
  await before.sql`create table notes (number integer primary key)`
  await before.sql`insert into notes values (1)`
  await before.close()
  const disk = diskWith(0)
  for (const _ of ['first', 'second'])
    await expect(open(dataDir, { room: disk.room })).rejects.toMatchObject({
      name: 'DatabaseError',
      message: `The disk with the data folder ${dataDir} is full: make room on it, then start the server again. What was saved is still there.`,
    })
  disk.leave(500 * MEGABYTE)
  const { sql } = await open(dataDir, { room: disk.room })
  expect([...(await sql`select number from notes`)]).toEqual([{ number: 1 }])
})

test('a start on a full disk uses the reserve, and serves what is there without storing anything', async () => {
  const dataDir = dataFolder()
  const disk = diskWith(100 * MEGABYTE)
  await new Reserve(dataDir, openDisk(dataDir, disk.room)).make(32 * MEGABYTE)
  disk.leave(0)
  const { sql, hasRoom } = await open(dataDir, { room: disk.room, minFree: 64 * MEGABYTE })
  expect([...(await sql`select 1 as one`)]).toEqual([{ one: 1 }])
  expect(hasRoom()).toBe(false)
})

test('the log of PostgreSQL does not grow for as long as the server runs', async () => {
  const database = await openEmpty({})
  await database.sql`checkpoint`
  // A checkpoint may come in between, and what follows it stays, so the promise is about its distance.
  for (let megabytes = 0; megabytes < DISTANCE_BYTES / MEGABYTE + 26; megabytes++)
    await database.sql`select pg_logical_emit_message(false, 'test', repeat('x', 1000000))`
  await expect.poll(() => logBytes(database.db)).toBeLessThan(DISTANCE_BYTES)
})
