import { Counter, Gauge, type Registry } from 'prom-client'
import type { RedisNode } from '../redis/cluster-nodes.ts'

/** How a backup ended: the newest one, and the newest that is whole. */
interface BackupReading {
  failed: boolean
  /** In seconds since 1970; null if none is known. */
  lastSuccess: number | null
  bytes: number | null
}

export interface CircuitReading {
  provider: string
  model: string
  /** 0 closed, 1 half-open, 2 open. */
  state: 0 | 1 | 2
  opened: number
}

/** What the parts of a server say of themselves when they are asked; null for what is not there. */
export interface Readings {
  ready(): Promise<{ ready: boolean; database: boolean }>
  pool(): { used: number; idle: number; waiting: number; most: number } | null
  queue(): { waiting: number; running: number; refused: number }
  replies(): number
  sockets(): number
  jobs(): Readonly<Record<string, number>>
  circuits(): readonly CircuitReading[]
  redis(): boolean | null
  /** Of a cluster; empty without one. */
  redisNodes(): Promise<readonly Pick<RedisNode, 'role' | 'state'>[]>
  replicas(): readonly { name: string; isRead: boolean; lagSeconds: number | null }[]
  files(): boolean | null
  backups(): BackupReading | null
  /** What the schedule of backups leaves between two; null without one. */
  backupEverySeconds(): number | null
  /** Of the file system under DATA_DIR. */
  disk(): Promise<{ free: number; size: number; kept: number } | null>
}

/** Metrics that are read at the moment of a scrape and cost nothing in between. */
export function defineGauges(registry: Registry, read: Readings): void {
  const gauge = (name: string, help: string, collect: (gauge: Gauge) => void | Promise<void>) =>
    new Gauge({
      ...{ name, help, registers: [registry] },
      async collect() {
        // `reset` would leave a gauge without labels at 0, which says that what is not there is down.
        this.remove()
        await collect(this)
      },
    })
  defineServing(registry, read, gauge)
  defineReplicas(registry, read)
  defineModels(registry, read)
  gauge('bionic_replies_running', 'Replies that run on this server now.', (one) => one.set(read.replies()))
  gauge('bionic_sockets_open', 'Open WebSocket connections of this server.', (one) => one.set(read.sockets()))
  new Gauge({
    ...{ name: 'bionic_jobs_running', help: 'Jobs that run on this server now, by kind.' },
    // Prometheus itself gives every series a label `job`.
    ...{ labelNames: ['kind'], registers: [registry] },
    collect() {
      for (const [kind, running] of Object.entries(read.jobs())) this.set({ kind }, running)
    },
  })
  new Gauge({
    ...{
      name: 'bionic_redis_nodes',
      help: 'Nodes of the Redis cluster by role and state; absent without one.',
    },
    ...{ labelNames: ['role', 'state'], registers: [registry] },
    async collect() {
      this.reset()
      const nodes = await read.redisNodes()
      if (nodes.length === 0) return
      for (const role of ['master', 'replica'] as const)
        for (const state of ['up', 'suspected', 'down'] as const)
          this.set({ role, state }, nodes.filter((node) => node.role === role && node.state === state).length)
    },
  })
  defineKept(read, gauge)
}

type DefineGauge = (name: string, help: string, collect: (gauge: Gauge) => void | Promise<void>) => void

function defineServing(registry: Registry, read: Readings, gauge: DefineGauge): void {
  new Gauge({
    ...{
      name: 'bionic_ready',
      help: 'Whether the server can serve: its database answers, and it is not ending.',
    },
    ...{ labelNames: ['part'], registers: [registry] },
    async collect() {
      const { ready, database } = await read.ready()
      this.set({ part: 'server' }, Number(ready))
      this.set({ part: 'database' }, Number(database))
    },
  })
  new Gauge({
    ...{ name: 'db_client_connections', help: 'Connections to the database, by what they do.' },
    ...{ labelNames: ['db_client_connection_state'], registers: [registry] },
    collect() {
      const pool = read.pool()
      if (!pool) return this.reset()
      this.set({ db_client_connection_state: 'used' }, pool.used)
      this.set({ db_client_connection_state: 'idle' }, pool.idle)
    },
  })
  gauge('db_client_connection_max', 'The most connections to the database.', (one) => {
    const pool = read.pool()
    if (pool) one.set(pool.most)
  })
  gauge(
    'db_client_connection_pending_requests',
    'Statements and transactions that wait for a connection.',
    (one) => {
      const pool = read.pool()
      if (pool) one.set(pool.waiting)
    },
  )
  gauge('bionic_queue_waiting', 'Requests that wait for their turn.', (one) => one.set(read.queue().waiting))
  gauge('bionic_queue_running', 'Requests that are worked on, until their answer begins.', (one) =>
    one.set(read.queue().running),
  )
  new Counter({
    ...{
      name: 'bionic_queue_refused_total',
      help: 'Requests that were refused because too many of all waited, not of one address alone.',
    },
    registers: [registry],
    collect() {
      this.reset()
      this.inc(read.queue().refused)
    },
  })
}

function defineReplicas(registry: Registry, read: Readings): void {
  const more = { labelNames: ['replica'], registers: [registry] }
  new Gauge({
    ...{ name: 'bionic_replica_lag_seconds', ...more },
    help: 'How far a replica of the database is behind, at most; absent where that is not known.',
    collect() {
      this.reset()
      for (const { name, lagSeconds } of read.replicas())
        if (lagSeconds !== null) this.set({ replica: name }, lagSeconds)
    },
  })
  new Gauge({
    ...{ name: 'bionic_replica_up', ...more },
    help: 'Whether a replica of the database is read; where not, the primary answers in its place.',
    collect() {
      this.reset()
      for (const { name, isRead } of read.replicas()) this.set({ replica: name }, Number(isRead))
    },
  })
}

function defineModels(registry: Registry, read: Readings): void {
  // Their number is bounded by how many models are kept in mind, not by what clients ask for.
  const more = { labelNames: ['provider', 'model'], registers: [registry] }
  new Gauge({
    ...{ name: 'bionic_model_circuit_state', ...more },
    help: 'Whether a model is asked: 0 yes, 1 one request tries whether it answers again, 2 not where another one can.',
    collect() {
      this.reset()
      for (const { provider, model, state } of read.circuits()) this.set({ provider, model }, state)
    },
  })
  new Counter({
    ...{ name: 'bionic_model_circuit_opened_total', ...more },
    help: 'How often a model was found to fail and was not asked any more.',
    collect() {
      this.reset()
      for (const { provider, model, opened } of read.circuits()) this.inc({ provider, model }, opened)
    },
  })
}

function defineKept(read: Readings, gauge: DefineGauge): void {
  gauge(
    'bionic_redis_up',
    'Whether Redis answers and other servers are heard; absent without Redis.',
    (one) => {
      const isUp = read.redis()
      if (isUp !== null) one.set(Number(isUp))
    },
  )
  gauge(
    'bionic_files_up',
    'Whether the store of files answers; absent where the database has them.',
    (one) => {
      const isUp = read.files()
      if (isUp !== null) one.set(Number(isUp))
    },
  )
  gauge('bionic_backup_failed', 'Whether the last backup failed; absent before the first one.', (one) => {
    const backup = read.backups()
    if (backup) one.set(Number(backup.failed))
  })
  gauge(
    'bionic_backup_last_success_timestamp_seconds',
    'When the newest whole backup was made; absent before the first one.',
    (one) => {
      const at = read.backups()?.lastSuccess
      if (at !== null && at !== undefined) one.set(at)
    },
  )
  gauge('bionic_backup_size_bytes', 'The size of the newest whole backup.', (one) => {
    const bytes = read.backups()?.bytes
    if (bytes !== null && bytes !== undefined) one.set(bytes)
  })
  gauge(
    'bionic_backup_interval_seconds',
    'The time between two backups (BACKUP_EVERY); absent without it.',
    (one) => {
      const seconds = read.backupEverySeconds()
      if (seconds !== null) one.set(seconds)
    },
  )
  let disk: ReturnType<Readings['disk']> = Promise.resolve(null)
  gauge('bionic_disk_free_bytes', 'What is free on the disk of DATA_DIR.', async (one) => {
    disk = read.disk()
    const found = await disk
    if (found) one.set(found.free)
  })
  gauge('bionic_disk_size_bytes', 'The size of the disk of DATA_DIR.', async (one) => {
    const found = await disk
    if (found) one.set(found.size)
  })
  gauge(
    'bionic_disk_kept_bytes',
    'Below so much free disk nothing is stored any more (MIN_FREE_MB).',
    async (one) => {
      const found = await disk
      if (found) one.set(found.kept)
    },
  )
}
