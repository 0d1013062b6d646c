import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  createWriteStream,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { bionic, startBionic } from '../../../test/operator-program.ts'
import { sqlTag } from '../../../test/sql-tag.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { preparedDataFolder } from '../base/files.ts'
import { createLog } from '../base/log.ts'
import { migrate } from '../db/connect/migrate.ts'
import { connectDatabase } from '../db/open/open-database.ts'
import { backupInProcess } from '../domain/operation/backup-process.ts'

const PICTURES = 40
const timeout = 300_000

/** A database that this process has open as a server has, with rows of a dozen megabytes. */
async function serve() {
  const dataDir = temporaryFolder()
  const database = await connectDatabase({
    ...{ dataDir, preparedDataDir: preparedDataFolder, log: createLog('silent') },
  })
  onTestFinished(() => database.close())
  await migrate(database)
  const sql = sqlTag(database.db)
  for (let count = 0; count < PICTURES; count++)
    await sql`insert into images (hash, bytes, created_at) values (${`${count}`}, ${randomBytes(250_000)}, now())`
  return { dataDir, sql }
}

test.runIf(existsSync('/proc/self/task'))(
  'every thread of a backup lets other programs go before',
  {
    timeout,
  },
  async () => {
    const { dataDir } = await serve()
    const child = startBionic(['backup', '-'], { DATA_DIR: dataDir })
    // It stops where nobody takes what it writes.
    onTestFinished(() => void child.kill('SIGKILL'))
    await once(child.stdout, 'readable')
    const threads = readdirSync(`/proc/${child.pid}/task`)
    // Those of V8 and of the database engine are among them.
    expect(threads.length).toBeGreaterThan(6)
    expect(threads.map((thread) => getPriority(Number(thread)))).toEqual(threads.map(() => 10))
  },
)

test('a backup is made beside the server that has the database open, whole or not at all, with the secret apart', {
  timeout,
}, async () => {
  const { dataDir } = await serve()
  writeFileSync(join(dataDir, 'secret.key'), 'what nobody may read in a backup')
  const folder = temporaryFolder()
  const [file, piped, secret] = [join(folder, 'a.zip'), join(folder, 'b.zip'), join(folder, 'secret')]
  const made = await bionic(['--json', 'backup', file, '--secrets', secret], { DATA_DIR: dataDir })
  expect(made).toMatchObject({ code: 0, error: '' })
  expect(JSON.parse(made.out)).toMatchObject({
    file,
    bytes: statSync(file).size,
    tables: expect.arrayContaining([expect.objectContaining({ name: 'images', rows: PICTURES })]),
  })
  expect(statSync(secret).mode & 0o777).toBe(0o600)
  expect(readFileSync(file).includes('what nobody may read')).toBe(false)
  const child = startBionic(['backup', '-'], { DATA_DIR: dataDir })
  await pipeline(child.stdout, createWriteStream(piped))
  await expect.poll(() => readdirSync(join(dataDir, 'copies'))).toEqual([])

  expect(await bionic(['backup', '--verify', piped], {})).toMatchObject({
    code: 0,
    out: expect.stringMatching(/is whole: /),
  })
  const bytes = readFileSync(piped)
  bytes[bytes.length >> 1] = ~(bytes[bytes.length >> 1] ?? 0)
  writeFileSync(piped, bytes)
  expect(await bionic(['backup', '--verify', piped], {})).toMatchObject({
    code: 1,
    out: '',
    error: expect.stringMatching(/damaged/),
  })
  expect(readdirSync(folder).sort()).toEqual(['a.zip', 'b.zip', 'secret'])
})

const endings: NodeJS.Signals[] = ['SIGINT', 'SIGHUP']
test.each(endings)('a backup that is ended by %s leaves nothing behind', { timeout }, async (signal) => {
  const { dataDir } = await serve()
  const folder = temporaryFolder()
  writeFileSync(join(dataDir, 'secret.key'), 'what nobody may read in a backup')
  const child = startBionic(['backup', join(folder, 'a.zip'), '--secrets', join(folder, 'secret')], {
    DATA_DIR: dataDir,
  })
  const said = text(child.stderr)
  await expect.poll(() => readdirSync(folder), { interval: 5 }).not.toEqual([])
  child.kill(signal)
  await once(child, 'exit')
  expect(await said).toBe('Ended before the backup was whole, so there is none.\n')
  expect(child.exitCode).toBe(1)
  expect(readdirSync(folder)).toEqual([])
  expect(readdirSync(join(dataDir, 'copies'))).toEqual([])
})

test('a backup that is ended while the server still makes its copy says so, and leaves no copy behind', {
  timeout,
}, async () => {
  const { dataDir } = await serve()
  const folder = temporaryFolder()
  const child = startBionic(['backup', join(folder, 'a.zip')], { DATA_DIR: dataDir })
  const said = text(child.stderr)
  const copies = () => (existsSync(join(dataDir, 'copies')) ? readdirSync(join(dataDir, 'copies')) : [])
  await expect.poll(copies, { interval: 1 }).not.toEqual([])
  child.kill('SIGTERM')
  await once(child, 'exit')
  expect(await said).toBe('Ended before the backup was whole, so there is none.\n')
  expect(child.exitCode).toBe(1)
  expect(readdirSync(folder)).toEqual([])
  expect(copies()).toEqual([])
})

test('a backup takes the place of a file alone, also behind a link, and never that of a folder or a pipe', {
  timeout,
}, async () => {
  const { dataDir } = await serve()
  const folder = temporaryFolder()
  const [pipe, link] = [join(folder, 'pipe'), join(folder, 'latest.zip')]
  spawnSync('mkfifo', [pipe])
  writeFileSync(join(folder, 'of-today.zip'), 'the backup before')
  symlinkSync('of-today.zip', link)
  const [nowhere, inFolder, intoPipe, behindLink] = await Promise.all(
    [join(folder, 'no', 'where.zip'), folder, pipe, link].map((file) =>
      bionic(['backup', file, '--secrets', join(folder, 'secret')], {
        DATA_DIR: dataDir,
        SECRET_KEY: 'xabcdefg'.repeat(4),
      }),
    ),
  )
  expect(nowhere).toMatchObject({
    code: 1,
    error: `There is no folder ${join(folder, 'no')}: make it first.\n`,
  })
  expect(inFolder).toMatchObject({ code: 1, error: `${folder} is a folder: name a file in it.\n` })
  expect(intoPipe).toMatchObject({
    code: 1,
    error: expect.stringMatching(/ is no file, .*: name a file, or - for standard output\.\n$/),
  })
  expect(lstatSync(pipe).isFIFO()).toBe(true)
  expect(behindLink).toMatchObject({ code: 0 })
  expect(readlinkSync(link)).toBe('of-today.zip')
  expect(await bionic(['backup', '--verify', link], {})).toMatchObject({ code: 0 })
})

test('a restore that is killed again and again goes on each time, and ends with all that the backup has', {
  timeout,
}, async () => {
  const { dataDir } = await serve()
  const folder = temporaryFolder()
  const file = join(folder, 'a.zip')
  const made = await bionic(['--json', 'backup', file], { DATA_DIR: dataDir })
  const target = { DATA_DIR: join(folder, 'target') }
  let killed = 0
  for (let round = 0; round < 3; round++) {
    const child = startBionic(['restore', file], target)
    const ended = once(child, 'exit')
    // Until it does something: each round at another moment of it.
    await Promise.race([once(child.stderr, 'data'), ended])
    await Promise.race([wait(Math.random() * 400), ended])
    child.kill('SIGKILL')
    const [, signal] = await ended
    if (signal === 'SIGKILL') killed += 1
  }
  expect(killed).toBeGreaterThan(0)
  expect(existsSync(join(target.DATA_DIR, 'db'))).toBe(true)
  const restored = await bionic(['--json', 'restore', file], target)
  expect(restored).toMatchObject({ code: 0 })
  const { tables } = JSON.parse(made.out)
  expect(JSON.parse(restored.out).tables).toEqual(tables)
  expect(await bionic(['restore', file], target)).toMatchObject({
    code: 1,
    error: expect.stringMatching(/is not empty/),
  })
  const again = join(folder, 'b.zip')
  const second = await bionic(['--json', 'backup', again], target)
  expect(JSON.parse(second.out).tables).toEqual(tables)
})

test('of a backup without files that the store has lost or can not read, the server is told, and so is who restores it', {
  timeout,
}, async () => {
  const { dataDir, sql } = await serve()
  const [lost, unreadable] = ['a'.repeat(64), 'b'.repeat(64)]
  await sql`insert into stored_files (hash, bytes) values (${lost}, 20000), (${unreadable}, 20000)`
  await sql`update images set hash = ${lost}, bytes = null, file_bytes = 20000 where hash = '0'`
  await sql`update images set hash = ${unreadable}, bytes = null, file_bytes = 20000 where hash = '1'`
  await sql`create table notes (id int primary key)`
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'drafts'))
  mkdirSync(join(folder, 'bb', unreadable), { recursive: true })
  vi.stubEnv('DATABASE_URL', undefined).stubEnv('DATA_DIR', dataDir).stubEnv('FILES', `disk:${folder}`)
  onTestFinished(() => void vi.unstubAllEnvs())
  const file = join(folder, 'a.zip')
  const made = await backupInProcess(file, AbortSignal.timeout(timeout))
  expect(made).toEqual({ bytes: statSync(file).size, missingFiles: 2 })
  const nowhere = join(folder, 'no', 'where.zip')
  await expect(backupInProcess(nowhere, AbortSignal.timeout(timeout))).rejects.toThrow('There is no folder')
  const restored = await bionic(['--json', 'restore', file], { DATA_DIR: join(folder, 'one') })
  expect(restored).toMatchObject({ code: 1, error: expect.stringMatching(/Some files are not there/) })
  expect(JSON.parse(restored.out)).toMatchObject({ leftOut: ['notes'], lacksFiles: true })
  const { out } = await bionic(['restore', file], { DATA_DIR: join(folder, 'two') })
  expect(out).toMatch(/^Bionic’s own tables are there\. Left out: notes\. Who was signed in still is\.$/m)
})
