import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { durationMs } from '../base/duration.ts'
import { type CircuitReading, defineGauges, type Readings } from '../base/telemetry/gauges.ts'
import type { Instruments } from '../base/telemetry/instruments.ts'
import { currentSpan, errorTypeOf } from '../base/telemetry/trace.ts'
import type { WatchStatement } from '../db/connect/connection-pool.ts'
import type { SeenCircuit } from '../domain/models/usable-model.ts'
import type { KnowsBackups } from '../domain/operation/last-backup.ts'
import type { Parts } from './parts.ts'

/** Has the metrics read what the parts say of themselves. */
export function measureParts(parts: Parts): void {
  const { metrics, redis, bus, queue, answers, hub, readIn, readiness, storedFiles, env, given } = parts
  const pool = given.database.db.$client
  const { database } = metrics.instruments
  pool.watch(watchStatements(database))
  parts.replicas.watch((...read) => database.replicaReads.labels(...read).inc(), watchStatements(database))
  const readings: Readings = {
    async ready() {
      const { ready, database } = await readiness.look()
      return { ready, database: database.answers }
    },
    pool: () => pool.read(),
    queue: () => ({ waiting: queue.waiting, running: queue.running, refused: queue.refused }),
    replies: () => answers.running,
    sockets: () => hub.size,
    jobs: () => ({ documents: Number(readIn.isRunning) }),
    circuits: () => given.models.circuits().map(circuitOf),
    redisNodes: async () => (await readiness.look()).redisNodes ?? [],
    redis: () => (redis ? redis.status === 'ready' && bus.healthy() : null),
    replicas: () =>
      parts.replicas.states().map(({ name, state, lagMs }) => ({
        ...{ name, isRead: state === 'read' },
        lagSeconds: lagMs === null ? null : lagMs / 1000,
      })),
    files: () => (storedFiles.hasStore ? storedFiles.state === 'healthy' : null),
    backups: readBackups(parts.backups),
    backupEverySeconds: () => (env.BACKUP_EVERY === undefined ? null : durationMs(env.BACKUP_EVERY) / 1000),
    disk: () => readDisk(resolve(env.DATA_DIR), env.MIN_FREE_MB * 1024 * 1024),
  }
  defineGauges(metrics.registry, readings)
}

function watchStatements({ duration }: Instruments['database']): WatchStatement {
  return (operation) => {
    const began = performance.now()
    const span = currentSpan()?.child(operation, {
      kind: 'client',
      attributes: { 'db.system.name': 'postgresql', 'db.operation.name': operation },
    })
    return (error) => {
      const failed = error === undefined ? '' : errorTypeOf(error)
      duration.labels(operation, failed).observe((performance.now() - began) / 1000)
      if (failed) span?.fail(failed)
      span?.end()
    }
  }
}

const stateNumbers = { closed: 0, 'half-open': 1, open: 2 } as const

function circuitOf({ provider, model, state, opened }: SeenCircuit): CircuitReading {
  return { provider, model, opened, state: stateNumbers[state] }
}

/** Remembers the newest whole backup, which one that failed after it does not name. */
function readBackups(backups: KnowsBackups): Readings['backups'] {
  let whole: { lastSuccess: number | null; bytes: number | null } = { lastSuccess: null, bytes: null }
  return () => {
    const last = backups.last()
    if (last === null) return null
    if (last.state === 'done') whole = { lastSuccess: last.at.getTime() / 1000, bytes: last.bytes }
    return { ...whole, failed: last.state === 'failed' }
  }
}

/** Before the first start the folder may not be there; its disk is that of the folder it will be in. */
async function readDisk(folder: string, kept: number): ReturnType<Readings['disk']> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { free: bavail * bsize, size: blocks * bsize, kept }
  } catch {
    const parent = dirname(folder)
    return parent === folder ? null : readDisk(parent, kept)
  }
}
