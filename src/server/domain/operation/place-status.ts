import { statfs } from 'node:fs/promises'
import type { PlaceStatus, PlaceWarning } from '../../../shared/place-status.ts'
import type { Db } from '../../db/connect/connect.ts'
import { readSchemaVersion } from '../../db/place.ts'
import type { SeenCircuit } from '../models/usable-model.ts'
import type { KnowsBackups, LastBackup } from './last-backup.ts'
import type { Readiness, ReadyState } from './readiness.ts'

/** With less than so many times what the disk keeps free, its operator is told before nothing is stored any more. */
const LOW_TIMES = 4

interface PlaceOptions {
  db: Db
  version: string
  startedAt: Date
  /** Of the embedded database, which one server has for itself; null for PostgreSQL. */
  dataFolder: string | null
  /** In bytes: with less, nothing is stored. */
  minFree: number
  readiness: Pick<Readiness, 'look'>
  backups: KnowsBackups
  circuits: () => readonly SeenCircuit[]
  /** Servers that are heard, this one included. */
  servers: () => number
  running: () => PlaceStatus['running']
  /** Whether requests come through a proxy that is not counted. */
  hasUncountedProxy: () => boolean
}

/** What the operator's page says of a place. */
export class Place {
  readonly #options: PlaceOptions

  constructor(options: PlaceOptions) {
    this.#options = options
  }

  async look(): Promise<PlaceStatus> {
    const { version, startedAt, readiness, backups, circuits, servers, running } = this.#options
    const ready = await readiness.look()
    const [schema, freeBytes] = await Promise.all([this.#schema(ready), this.#freeBytes()])
    return {
      version,
      startedAt: startedAt.toISOString(),
      leaving: ready.leaving,
      database: {
        kind: this.#isAlone ? 'embedded' : 'postgresql',
        ...{ latencyMs: ready.database.latencyMs, schema, freeBytes },
      },
      replicas: ready.replicas.map((replica) => ({ ...replica })),
      ...{ redis: ready.redis, files: ready.files },
      servers: this.#isAlone ? 1 : ready.redis === 'healthy' ? servers() : null,
      running: running(),
      backup: ready.backup && presentBackup(ready.backup),
      nextBackupAt: backups.nextAt()?.toISOString() ?? null,
      models: circuits().map(({ provider, model, state, opened }) => ({ provider, model, state, opened })),
      warnings: this.#warnings(ready, freeBytes),
    }
  }

  get #isAlone(): boolean {
    return this.#options.dataFolder !== null
  }

  /** A database that does not answer is not waited for a second time. */
  async #schema({ database }: ReadyState): Promise<number | null> {
    return database.answers ? readSchemaVersion(this.#options.db).catch(() => null) : null
  }

  async #freeBytes(): Promise<number | null> {
    const { dataFolder } = this.#options
    if (dataFolder === null) return null
    return statfs(dataFolder).then(
      ({ bavail, bsize }) => bavail * bsize,
      () => null,
    )
  }

  #warnings(
    { database, replicas, redis, files, reasons, backup }: ReadyState,
    freeBytes: number | null,
  ): PlaceWarning[] {
    const { minFree, hasUncountedProxy } = this.#options
    const warnings: Record<PlaceWarning, boolean> = {
      database_unreachable: !database.answers,
      storage_full: !database.hasRoom,
      disk_low: database.hasRoom && freeBytes !== null && freeBytes < LOW_TIMES * minFree,
      redis_unreachable: redis === 'unreachable',
      redis_degraded: reasons.includes('redis_degraded'),
      replica_unread: replicas.some(({ state }) => state !== 'read'),
      files_unreachable: files === 'unreachable',
      proxy_uncounted: hasUncountedProxy(),
      backup_failed: backup?.state === 'failed',
      no_backup: backup === null,
    }
    return (Object.keys(warnings) as PlaceWarning[]).filter((warning) => warnings[warning])
  }
}

function presentBackup(backup: LastBackup): NonNullable<PlaceStatus['backup']> {
  const { at, tookMs } = backup
  const told = { state: backup.state, at: at.toISOString(), tookMs }
  return backup.state === 'done' ? { ...told, bytes: backup.bytes } : { ...told, reason: backup.reason }
}
