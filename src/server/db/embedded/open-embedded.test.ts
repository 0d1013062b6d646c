import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql as sqlText } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { copyTemplate } from '../../../../test/database.ts'
import { killRounds, startInserting } from '../../../../test/kill-rounds.ts'
import { sqlTag } from '../../../../test/sql-tag.ts'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import { createLog } from '../../base/log.ts'
import { databaseOn } from '../connect/connection-pool.ts'
import { connectDatabase } from '../open/open-database.ts'
import { prepared } from '../rows.ts'
import { connectSocket } from './open-embedded.ts'

const log = createLog('silent')

function dataFolder(): string {
  const dataDir = temporaryFolder()
  copyTemplate(dataDir)
  return dataDir
}

async function open(dataDir: string, statementLimit = 10_000) {
  const database = await connectDatabase({ dataDir, log, statementLimit })
  return { ...database, sql: sqlTag(database.db) }
}

test('after kill -9 during writes, every acknowledged row is there', { timeout: 180_000 }, async () => {
  const { acknowledged, missing } = await killRounds(dataFolder(), 3)
  expect(acknowledged).toBeGreaterThanOrEqual(150)
  expect(missing).toBe(0)
})

test('a second process is refused and told which one has the folder', async () => {
  const dataDir = dataFolder()
  const { child, lines } = startInserting(dataDir)
  const exited = once(child, 'exit')
  expect((await lines.next()).value).toBe('ready')
  await expect(open(dataDir)).rejects.toMatchObject({
    name: 'DatabaseError',
    message: `The data folder ${dataDir} is used by process ${child.pid}: stop that one, or set DATA_DIR to another folder.`,
  })
  child.kill('SIGKILL')
  await exited
  await (await open(dataDir)).close()
})

test('of processes that start at the same instant one gets the folder, and it is named to the others', async () => {
  const dataDir = dataFolder()
  const started = Array.from({ length: 3 }, () => startInserting(dataDir))
  const first = await Promise.all(started.map(async ({ lines }) => String((await lines.next()).value)))
  const winner = started[first.indexOf('ready')]?.child
  for (const { child } of started) child.kill('SIGKILL')
  expect(first.filter((line) => line === 'ready')).toHaveLength(1)
  expect(first.filter((line) => line.includes(` is used by process ${winner?.pid}: `))).toHaveLength(2)
})

test('closing lets go of the folder, with nothing but the database left in it', async () => {
  const dataDir = dataFolder()
  const database = await open(dataDir)
  await database.sql`create table notes (text text)`
  await database.sql`insert into notes values ('kept')`
  await database.close()
  expect(existsSync(join(dataDir, 'server.pid'))).toBe(false)
  expect(existsSync(join(dataDir, 'run'))).toBe(false)
  const again = await open(dataDir)
  expect([...(await again.sql`select text from notes`)]).toEqual([{ text: 'kept' }])
  await again.close()
})

test('copies that are asked for at once are all made, one after the other', async () => {
  const database = await open(dataFolder())
  const copies = await Promise.all(Array.from({ length: 4 }, () => database.copyFiles?.()))
  expect(new Set(copies.map((copy) => copy?.folder)).size).toBe(4)
  for (const copy of copies) {
    expect(existsSync(join(copy?.folder ?? '', 'db', 'PG_VERSION'))).toBe(true)
    await copy?.remove()
  }
  await database.close()
})

test('no other user can reach the socket, and a path that is too long for one works', async () => {
  const shallow = dataFolder()
  const near = await open(shallow)
  expect(statSync(join(shallow, 'run')).mode & 0o777).toBe(0o700)
  await near.close()
  const deep = join(temporaryFolder(), 'a folder with a long name '.repeat(4), 'ünd Ümlaute '.repeat(8))
  copyTemplate(deep)
  const far = await open(deep)
  expect([...(await far.sql`select 1 as one`)]).toEqual([{ one: 1 }])
  await far.close()
})

test('a connection finds nothing of the one before it: no transaction, no prepared statement, no lock', async () => {
  const dataDir = dataFolder()
  const database = await open(dataDir)
  const row = z.object({ number: z.number() })
  const number = prepared('number', row, ['number'], ({ number }) => sqlText`select ${number}::int as number`)
  await database.sql`create table notes (text text)`
  await database.sql`select pg_advisory_lock(7)`
  expect(await number(database.db, { number: 1 })).toEqual([{ number: 1 }])
  // Left open, as by a server that was killed.
  const left = await database.db.$client.connect()
  await left.query('begin')
  await left.query("insert into notes values ('left')")
  left.release()
  const next = connectSocket(join(dataDir, 'run', '.s.PGSQL.5432'))
  const found = next.query(
    'select (select count(*) from notes)::int as notes, (select count(*) from pg_locks where locktype = $1)::int as locks',
    ['advisory'],
  )
  await database.db.$client.end()
  expect((await found).rows).toEqual([{ notes: 0, locks: 0 }])
  expect(await number(databaseOn(next), { number: 2 })).toEqual([{ number: 2 }])
  await next.end()
  await database.close()
})

test('a path that is too long for any file is one sentence', async () => {
  const dataDir = join(temporaryFolder(), 'deep/'.repeat(120))
  await expect(open(dataDir)).rejects.toThrow(/is too long: set DATA_DIR to one of at most 490 bytes\.$/)
})

test('a folder that cannot be made or written is one sentence', async () => {
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  for (const dataDir of [file, join(file, 'below')])
    await expect(open(dataDir)).rejects.toMatchObject({
      name: 'DatabaseError',
      message: expect.stringMatching(
        /^The data folder \S+ can't be written \((EEXIST|ENOTDIR)\): make it a folder that this user may write to, or set DATA_DIR to another one\.$/,
      ),
    })
})

test('a folder of something else loses nothing: what would be removed of it has it refused', async () => {
  for (const name of ['copies', 'run', 'reserve']) {
    const home = temporaryFolder()
    mkdirSync(join(home, name))
    writeFileSync(join(home, name, 'letter.txt'), 'Dear Ada')
    await expect(open(home)).rejects.toThrow(
      `has something else in it, and “${name}” would be removed: set DATA_DIR to a folder of its own.`,
    )
    expect(readdirSync(home, { recursive: true }).sort()).toEqual([name, join(name, 'letter.txt')])
  }
})

test('a first start that was cut short is begun anew', async () => {
  const dataDir = dataFolder()
  writeFileSync(join(dataDir, 'db', 'PG_VERSION'), '')
  writeFileSync(join(dataDir, 'db.unfinished'), '')
  const database = await open(dataDir)
  expect([...(await database.sql`select 1 as one`)]).toEqual([{ one: 1 }])
  expect(existsSync(join(dataDir, 'db.unfinished'))).toBe(false)
  await database.close()
})

test('what is no database is not touched, and said to be none; the folder is let go', async () => {
  const dataDir = temporaryFolder()
  mkdirSync(join(dataDir, 'db'))
  writeFileSync(join(dataDir, 'db', 'letters.txt'), 'mine')
  for (const _ of ['first', 'second'])
    await expect(open(dataDir)).rejects.toMatchObject({
      name: 'DatabaseError',
      message: `The embedded database in ${dataDir} can't be opened (what is in db is no database): restore the folder from a backup, or set DATA_DIR to another one.`,
    })
  expect(readdirSync(join(dataDir, 'db'))).toEqual(['letters.txt'])
})

test('a database that stops for good says so, and answers with errors rather than never', async () => {
  const dataDir = dataFolder()
  const database = await open(dataDir, 200)
  const sleep = (seconds: number) => database.sql`select pg_sleep(${seconds})`
  await sleep(0)
  renameSync(join(dataDir, 'db'), join(dataDir, 'gone'))
  writeFileSync(join(dataDir, 'db'), 'not a folder')
  await expect(sleep(600)).rejects.toThrow('CONNECTION_CLOSED')
  expect((await database.failed).message).toBe('The embedded database has stopped: start the server again.')
  await expect(database.sql`select 1`).rejects.toThrow()
  await database.close()
})

test('a statement is not ended for a time in which its server stood still', async () => {
  const database = await open(dataFolder(), 2_000)
  await database.sql`select 1`
  const slept = database.sql`select pg_sleep(3), 'done' as state`
  await wait(100)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_500)
  await expect(slept).resolves.toMatchObject([{ state: 'done' }])
  await database.close()
})

test('a crash of PostgreSQL itself ends the database, as going on could lose rows', async () => {
  const dataDir = dataFolder()
  const database = await open(dataDir)
  await database.sql`create table notes (text text)`
  renameSync(join(dataDir, 'db', 'pg_wal'), join(dataDir, 'db', 'gone'))
  await database.sql`select pg_switch_wal()`
  await expect(database.sql`insert into notes values ('lost')`).rejects.toThrow()
  await database.failed
  await expect(database.sql`select 1`).rejects.toThrow()
  await database.close()
})
