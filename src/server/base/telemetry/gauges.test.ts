import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { defineGauges, type Readings } from './gauges.ts'
import { createInstruments } from './instruments.ts'
import { metricsRequest, type ReadMetric } from './otlp-json.ts'

/** Of a server with nothing but its own database: no Redis, no store of files, no backups. */
const alone: Readings = {
  ready: async () => ({ ready: true, database: true }),
  pool: () => null,
  queue: () => ({ waiting: 0, running: 0, refused: 0 }),
  replies: () => 0,
  sockets: () => 0,
  jobs: () => ({ documents: 0 }),
  circuits: () => [],
  redis: () => null,
  redisNodes: async () => [],
  replicas: () => [],
  files: () => null,
  backups: () => null,
  backupEverySeconds: () => null,
  disk: async () => null,
}

function measured(readings: Partial<Readings> = {}) {
  const registry = new Registry()
  defineGauges(registry, { ...alone, ...readings })
  return registry
}

/** The names that a scrape has a value of. */
async function scraped(registry: Registry): Promise<string[]> {
  const lines = (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return lines.map((line) => line.replace(/[{ ].*$/, ''))
}

/** The names that a collector gets a point of. */
async function exported(registry: Registry): Promise<string[]> {
  const metrics = (await registry.getMetricsAsJSON()) as unknown as ReadMetric[]
  const [resource] = metricsRequest({}, metrics, { began: 0, now: 1 }).resourceMetrics
  return resource?.scopeMetrics.flatMap((scope) => scope.metrics.map(({ name }) => name)) ?? []
}

const absent = /^(?:bionic_(?:redis|files|backup|disk|replica)_|db_client_)/

test('what is not there has no value, in a scrape and at a collector, and zero is one', async () => {
  for (const names of [await scraped(measured()), await exported(measured())]) {
    expect(names.filter((name) => absent.test(name))).toEqual([])
    expect(names).toEqual(expect.arrayContaining(['bionic_replies_running', 'bionic_queue_refused_total']))
  }
})

test('what was there and is not any more loses its value', async () => {
  let redis: boolean | null = false
  const registry = measured({
    redis: () => redis,
    files: () => false,
    backups: () => ({ failed: false, lastSuccess: 1, bytes: 2 }),
    backupEverySeconds: () => 86_400,
  })
  const text = await registry.metrics()
  for (const line of ['bionic_redis_up 0', 'bionic_files_up 0', 'bionic_backup_failed 0'])
    expect(text).toContain(`${line}\n`)
  expect(text).toContain('bionic_backup_interval_seconds 86400\n')
  redis = null
  expect(await scraped(registry)).not.toContain('bionic_redis_up')
})

test('no metric has a label that Prometheus itself gives', async () => {
  expect(await measured().metrics()).toContain('bionic_jobs_running{kind="documents"} 0')
  const registry = measured()
  createInstruments(registry)
  for (const { labelNames = [] } of registry.getMetricsAsArray() as { labelNames?: string[] }[])
    expect(labelNames).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(?:job|instance)$/)]))
})
