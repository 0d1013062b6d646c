import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql as fragment } from 'drizzle-orm'
import { bigint, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ownDatabase, testDatabaseVariables } from '../../../../test/database.ts'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import { createLog } from '../../base/log.ts'
import type { Db } from '../../db/connect/connect.ts'
import { type ClaimedRow, LeasedRows } from '../../db/jobs/leased-rows.ts'
import { connectDatabase } from '../../db/open/open-database.ts'
import { type JobKind, JobRunner, type JobTimes, LeaseLost } from './job-runner.ts'

const TABLE = `
  create table test_jobs (
    id bigint generated always as identity primary key, name text not null, state text not null default 'waiting',
    claim uuid, beat_at timestamptz, began_at timestamptz, tries int not null default 0)`
const table = pgTable('test_jobs', {
  id: bigint('id', { mode: 'number' }).primaryKey(),
  name: text('name').notNull(),
  state: text('state').notNull(),
  claim: uuid('claim'),
})
const leases = new LeasedRows(table, { running: 'running', orderBy: fragment`job.id` })

const { db, sql } = await ownDatabase()
await sql.unsafe(TABLE)
const log = createLog('silent')
/** Longer than any test takes, so that time only passes when a test says so. */
const times: JobTimes = { leaseMs: 60_000, beatMs: 20, retryMs: 100_000, pollMs: 20 }

beforeEach(async () => {
  await sql`delete from test_jobs`
})

/** For the rows, whose times are of the database's clock, which no test sets. */
const pass = (milliseconds: number, at: Db = db) =>
  at.execute(
    fragment`update test_jobs set beat_at = beat_at - make_interval(secs => ${milliseconds / 1000}::float8)`,
  )

/** A server that does jobs: `work` is done for each, and a job whose work ends is done. */
function server(
  work: (job: ClaimedRow, signal: AbortSignal) => Promise<unknown>,
  options: { at?: Db; times?: Partial<JobTimes> } = {},
) {
  const { at = db } = options
  const end = (state: 'done' | 'failed') => (job: ClaimedRow) =>
    at.update(table).set({ state, claim: null }).where(leases.held(job))
  const kind: JobKind<ClaimedRow> = {
    rows: leases,
    failed: 'a job failed',
    claim: (attempt) => leases.claim(at, attempt),
    async run(job, signal) {
      await work(job, signal)
      await end('done')(job)
    },
    async giveUp(job) {
      await end('failed')(job)
    },
  }
  const runner = new JobRunner(kind, { db: at, log, times: { ...times, ...options.times } })
  onTestFinished(() => runner.close())
  return runner
}

/** Work that goes on until its server ends it. */
const forever = (_: ClaimedRow, signal: AbortSignal) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

const add = (name = 'one') => sql`insert into test_jobs (name) values (${name})`
const stored = () => sql`select name, state, tries from test_jobs order by id`
const untilState = (state: string) => expect.poll(stored, { interval: 10 }).toMatchObject([{ state }])

test('two servers share what waits, and none of it is done twice', async () => {
  for (let count = 0; count < 20; count++) await add(`job ${count}`)
  const done: string[] = []
  const servers = [1, 2].map(() => server(async ({ id }) => done.push(id)))
  for (const one of servers) one.wake()
  await Promise.all(servers.map((one) => one.settled()))
  expect(done).toHaveLength(20)
  expect(new Set(done).size).toBe(20)
  expect(await stored()).toEqual(
    Array.from({ length: 20 }, (_, count) => ({ name: `job ${count}`, state: 'done', tries: 1 })),
  )
})

test('a job that comes while the last one ends is done as well', async () => {
  await add('first')
  const one = server(async () => {
    if ((await stored()).length === 1) await add('second')
    one.wake()
  })
  one.wake()
  await one.settled()
  expect(await stored()).toMatchObject([{ state: 'done' }, { state: 'done' }])
})

test('a job that nobody was told of is found', async () => {
  server(async () => {})
  await add()
  await untilState('done')
})

test('heartbeats keep a job for longer than a lease, and work whose row is taken away learns it', async () => {
  await add()
  let lost: unknown
  const first = server(async (job, signal) => {
    await forever(job, signal).catch((error: unknown) => {
      lost = error
    })
  })
  first.wake()
  await untilState('running')
  const beat = async () => (await sql`select beat_at from test_jobs`)[0]?.beat_at as string
  for (let count = 0; count < 3; count++) {
    await pass(50_000)
    const before = await beat()
    await expect.poll(beat, { interval: 10 }).not.toBe(before)
  }
  const second = server(async () => {})
  second.wake()
  await second.settled()
  expect(await stored()).toEqual([{ name: 'one', state: 'running', tries: 1 }])
  await sql`update test_jobs set state = 'failed', claim = null`
  await expect.poll(() => lost).toBeInstanceOf(LeaseLost)
  await first.settled()
  expect(await stored()).toEqual([{ name: 'one', state: 'failed', tries: 1 }])
})

test('whatever the clocks of two servers say, a lease lasts as long as its heartbeats, and no longer', async () => {
  onTestFinished(() => void vi.useRealTimers())
  for (const minutes of [-10, 10]) {
    await sql`delete from test_jobs`
    await add()
    const wrong = server(forever, { times: { beatMs: 60_000, pollMs: 60_000 } })
    const right = server(async () => {}, { times: { pollMs: 60_000 } })
    const look = async (one: typeof right) => {
      one.wake()
      await one.settled()
    }
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
    wrong.wake()
    await untilState('running')
    vi.useRealTimers()
    await look(right)
    expect(await stored()).toEqual([{ name: 'one', state: 'running', tries: 1 }])
    await pass(times.leaseMs - 5_000)
    const other = server(async () => {}, { times: { pollMs: 60_000 } })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
    await look(other)
    vi.useRealTimers()
    expect(await stored()).toEqual([{ name: 'one', state: 'running', tries: 1 }])
    await pass(6_000)
    await look(right)
    expect(await stored()).toEqual([{ name: 'one', state: 'done', tries: 2 }])
  }
})

test('work that was taken over while it went on stores nothing any more', async () => {
  await add()
  const { promise: taken, resolve: take } = Promise.withResolvers<void>()
  let attempt: ClaimedRow | undefined
  const first = server(
    async (job) => {
      attempt = job
      await taken
      if ((await leases.whileHeld(db, job, async () => 'stored')) === null) throw new LeaseLost()
    },
    { times: { beatMs: 60_000 } },
  )
  first.wake()
  await untilState('running')
  await pass(times.leaseMs + 1_000)
  const second = server(forever, { times: { beatMs: 60_000 } })
  second.wake()
  await expect.poll(async () => (await stored())[0]?.tries).toBe(2)
  take()
  await first.settled()
  if (!attempt) throw new Error('The first server began nothing')
  expect(await leases.beat(db, attempt)).toBe(false)
  expect(await stored()).toEqual([{ name: 'one', state: 'running', tries: 2 }])
})

test('a job that fails is tried again later, each time after twice as long, and then given up', async () => {
  await add()
  await add('other')
  let tries = 0
  const one = server(async ({ id }) => {
    const [job] = await sql`select name from test_jobs where id = ${id}`
    if (job?.name !== 'one') return
    tries += 1
    throw new Error('It broke')
  })
  const wakeAfter = async (milliseconds: number) => {
    await pass(milliseconds)
    one.wake()
    await one.settled()
    return tries
  }
  expect(await wakeAfter(0)).toBe(1)
  // The next one did not wait for it.
  expect(await stored()).toMatchObject([{ state: 'running' }, { state: 'done' }])
  expect(await wakeAfter(90_000)).toBe(1)
  expect(await wakeAfter(11_000)).toBe(2)
  expect(await wakeAfter(190_000)).toBe(2)
  expect(await wakeAfter(11_000)).toBe(3)
  expect(await wakeAfter(390_000)).toBe(3)
  expect(await wakeAfter(11_000)).toBe(3)
  expect(await stored()).toMatchObject([{ state: 'failed' }, { state: 'done' }])
})

test('a server that ends gives its job back, which counts as no try and is done at once by the next one', async () => {
  await add()
  const first = server(forever)
  first.wake()
  await untilState('running')
  await first.close()
  expect(await stored()).toEqual([{ name: 'one', state: 'waiting', tries: 0 }])
  first.wake()
  await first.settled()
  const next = server(async () => {})
  next.wake()
  await next.settled()
  expect(await stored()).toEqual([{ name: 'one', state: 'done', tries: 1 }])
})

test('a job of a server that is killed is done by another one when its lease ends, or at once after a start alone', async () => {
  const environment = await testDatabaseVariables()
  const killed = async (statement: string) => {
    const child = spawn(process.execPath, [killable(statement)], { env: environment })
    const ended = once(child, 'exit')
    await Promise.race([once(child.stdout, 'data'), ended])
    child.kill('SIGKILL')
    expect(await ended).toEqual([null, 'SIGKILL'])
  }
  const open = async () => {
    const { DATA_DIR: dataDir = '', DATABASE_URL: databaseUrl } = environment
    return connectDatabase({ dataDir, ...(databaseUrl && { databaseUrl }), log })
  }
  await killed(`${TABLE}; insert into test_jobs (name) values ('one')`)
  let database = await open()
  const next = server(async () => {}, { at: database.db })
  next.wake()
  await next.settled()
  const state = () => database.db.select({ state: table.state }).from(table)
  expect(await state()).toEqual([{ state: 'running' }])
  await pass(times.leaseMs + 1_000, database.db)
  await expect.poll(state).toEqual([{ state: 'done' }])
  await next.close()
  await database.close()

  await killed(`insert into test_jobs (name) values ('two')`)
  database = await open()
  onTestFinished(() => database.close())
  const alone = server(async () => {}, { at: database.db })
  await alone.closeOrphans()
  alone.wake()
  await alone.settled()
  expect(await state()).toEqual([{ state: 'done' }, { state: 'done' }])
})

/** A program that does jobs of the database of its environment, and says when the first one runs, which never ends. */
function killable(statement: string): string {
  const path = join(temporaryFolder(), 'server.ts')
  const from = (name: string) => JSON.stringify(fileURLToPath(new URL(name, import.meta.url)))
  const orm = (name: string) => JSON.stringify(fileURLToPath(import.meta.resolve(name)))
  writeFileSync(
    path,
    `import { sql } from ${orm('drizzle-orm')}
     import { bigint, pgTable, uuid } from ${orm('drizzle-orm/pg-core')}
     import { createLog } from ${from('../../base/log.ts')}
     import { connectDatabase } from ${from('../../db/open/open-database.ts')}
     import { LeasedRows } from ${from('../../db/jobs/leased-rows.ts')}
     import { JobRunner } from ${from('./job-runner.ts')}
     const log = createLog('silent')
     const { DATA_DIR: dataDir = '', DATABASE_URL: databaseUrl } = process.env
     const { db } = await connectDatabase({ dataDir, databaseUrl, log })
     await db.execute(sql.raw(${JSON.stringify(statement)}))
     const table = pgTable('test_jobs', { id: bigint('id', { mode: 'number' }), claim: uuid('claim') })
     const rows = new LeasedRows(table, { running: 'running', orderBy: sql\`job.id\` })
     const run = () => new Promise(() => process.stdout.write('running'))
     new JobRunner({ rows, claim: (attempt) => rows.claim(db, attempt), run }, { db, log }).wake()`,
  )
  return path
}
