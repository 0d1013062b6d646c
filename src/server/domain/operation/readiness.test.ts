import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LastBackup } from './last-backup.ts'
import { Leaving } from './leaving.ts'
import { Readiness } from './readiness.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A server, and what its database is asked, to be answered by the test. */
function readiness(options: Partial<ConstructorParameters<typeof Readiness>[0]> = {}) {
  const asked: PromiseWithResolvers<unknown>[] = []
  const leaving = new Leaving()
  const ask = () => {
    const one = Promise.withResolvers<unknown>()
    asked.push(one)
    return one.promise
  }
  const now = () => Date.now()
  const made = new Readiness({ ask, hasRoom: () => true, leaving, hearsRedis: null, now, ...options })
  return { asked, leaving, look: () => made.look() }
}

const answers = () => Promise.resolve()

test('many who ask at once and within a second cost one statement', async () => {
  const { asked, look } = readiness()
  const looks = Array.from({ length: 50 }, look)
  asked[0]?.resolve(1)
  expect(new Set((await Promise.all(looks)).map(({ ready }) => ready))).toEqual(new Set([true]))
  await vi.advanceTimersByTimeAsync(999)
  expect(await look()).toMatchObject({ ready: true, reasons: [] })
  expect(asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  void look()
  expect(asked).toHaveLength(2)
})

test('a database that hangs makes it unready after two seconds, then at once, and is not asked again and again', async () => {
  const { asked, look } = readiness()
  const first = look()
  await vi.advanceTimersByTimeAsync(2_000)
  const unready = { ready: false, reasons: ['database_unreachable'], database: { latencyMs: null } }
  expect(await first).toMatchObject(unready)
  const again = look()
  await vi.advanceTimersByTimeAsync(0)
  expect(await again).toMatchObject(unready)
  expect(asked).toHaveLength(1)
  asked[0]?.resolve(1)
  await vi.advanceTimersByTimeAsync(0)
  const back = look()
  asked[1]?.resolve(1)
  expect(await back).toMatchObject({ ready: true, reasons: [] })
})

test('a statement that never comes back is given up for another one', async () => {
  const { asked, look } = readiness()
  void look()
  await vi.advanceTimersByTimeAsync(10_000)
  const later = look()
  expect(asked).toHaveLength(2)
  asked[1]?.resolve(1)
  expect(await later).toMatchObject({ ready: true })
  asked[0]?.reject(new Error('too late to matter'))
  await vi.advanceTimersByTimeAsync(0)
  expect(await look()).toMatchObject({ ready: true })
})

test('a database that refuses makes it unready', async () => {
  const { look } = readiness({ ask: () => Promise.reject(new Error('no')) })
  expect(await look()).toMatchObject({ ready: false, reasons: ['database_unreachable'] })
})

test('a server that leaves is not ready', async () => {
  const { leaving, look } = readiness({ ask: answers })
  leaving.begin()
  expect(await look()).toMatchObject({ ready: false, leaving: true, reasons: ['leaving'] })
})

test('a full disk, a Redis and files that are away and a backup that failed are told, and take nobody’s server away', async () => {
  const backup: LastBackup = { state: 'failed', at: new Date(0), tookMs: 5, reason: 'no room' }
  const { look } = readiness({
    ...{ ask: answers, hasRoom: () => false, hearsRedis: () => false },
    storedFiles: { state: 'unreachable' },
    backups: { last: () => backup },
  })
  expect(await look()).toEqual({
    ready: true,
    reasons: ['storage_full', 'redis_unreachable', 'files_unreachable', 'backup_failed'],
    leaving: false,
    database: { answers: true, latencyMs: 0, hasRoom: false },
    replicas: [],
    redis: 'unreachable',
    files: 'unreachable',
    backup,
  })
})

test('a cluster of Redis that lacks a node is told with its nodes, and takes nobody’s server away', async () => {
  const node = { role: 'master', state: 'up', slots: 16_384, follows: null } as const
  const replica = { address: 'b:7001', role: 'replica', state: 'down', slots: 0, follows: 'a:7000' } as const
  const redisNodes = [{ ...node, address: 'a:7000' }, replica]
  const cluster = { ask: answers, hearsRedis: () => true }
  const missing = readiness({ ...cluster, redisNodes: async () => redisNodes })
  expect(await missing.look()).toMatchObject({ ready: true, reasons: ['redis_degraded'], redisNodes })
  const whole = readiness({ ...cluster, redisNodes: async () => [{ ...node, address: 'a:7000' }] })
  expect(await whole.look()).toMatchObject({ ready: true, reasons: [], redis: 'healthy' })
  const silent = readiness({ ...cluster, redisNodes: async () => null })
  expect(await silent.look()).toMatchObject({ reasons: ['redis_degraded'], redisNodes: [] })
})

test('a replica that is not read is told by its name, and takes nobody’s server away', async () => {
  const replicas = [
    { name: 'one:5432', state: 'read' as const, lagMs: 12 },
    { name: 'two:5432', state: 'behind' as const, lagMs: 9_000 },
  ]
  const read = readiness({ ask: answers, replicas: () => replicas.slice(0, 1) })
  expect(await read.look()).toMatchObject({ ready: true, reasons: [], replicas: replicas.slice(0, 1) })
  const behind = readiness({ ask: answers, replicas: () => replicas })
  expect(await behind.look()).toMatchObject({ ready: true, reasons: ['replica_unread'], replicas })
})
