import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { createLog } from '../../base/log.ts'
import type { LastBackup } from '../../domain/operation/last-backup.ts'
import { Leaving } from '../../domain/operation/leaving.ts'
import { Readiness } from '../../domain/operation/readiness.ts'
import type { AppEnv } from '../context.ts'
import { readinessRoutes } from './readiness.ts'
import { requestContext } from './request-context.ts'

const TOKEN = 'a-long-enough-metrics-token'
const backup: LastBackup = { state: 'failed', at: new Date(0), tookMs: 5, reason: 'no room in /mnt/backups' }

function app(leaving = new Leaving()) {
  const readiness = new Readiness({
    ...{ ask: async () => 1, hasRoom: () => true, leaving, hearsRedis: () => true },
    backups: { last: () => backup },
  })
  return new Hono<AppEnv>()
    .use(requestContext({ log: createLog('silent'), trustedProxies: 0, readSession: async () => null }))
    .route('/', readinessRoutes(readiness, TOKEN))
}

test('a proxy learns whether to send requests, and nothing of the place but codes', async () => {
  const leaving = new Leaving()
  const asked = app(leaving)
  const ready = await asked.request('/readyz')
  expect([ready.status, await ready.json()]).toEqual([200, { ready: true, reasons: ['backup_failed'] }])
  expect(ready.headers.get('cache-control')).toBe('no-store')
  leaving.begin()
  const left = await asked.request('/readyz')
  expect([left.status, await left.json()]).toEqual([
    503,
    { ready: false, reasons: ['leaving', 'backup_failed'] },
  ])
})

test('with the token of the metrics all of it is told', async () => {
  const answer = await app().request('/readyz', { headers: { authorization: `Bearer ${TOKEN}` } })
  expect(await answer.json()).toEqual({
    ...{ ready: true, reasons: ['backup_failed'], leaving: false, redis: 'healthy', files: 'none' },
    database: { answers: true, latencyMs: expect.any(Number), hasRoom: true },
    replicas: [],
    backup: { ...backup, at: backup.at.toISOString() },
  })
})
