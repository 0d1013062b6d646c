import { isWhole, type RedisNode } from '../../base/redis/cluster-nodes.ts'
import type { ReplicaLook } from '../../db/replicas/replicas.ts'
import type { StoredFiles } from '../files/stored-files.ts'
import type { KnowsBackups, LastBackup } from './last-backup.ts'
import type { Leaving } from './leaving.ts'

/** In milliseconds: how long the database may take to answer. */
const PATIENCE_MS = 2_000

/** In milliseconds: an answer is good for so long, however many ask. */
const FRESH_MS = 1_000

/** In milliseconds: a question that hangs for so long went over a connection that is dead, and is asked anew. */
const DEAD_MS = 10_000

/** What is not as it should be. Monitoring may rely on the codes. */
type ReadinessReason =
  | 'starting'
  | 'leaving'
  | 'database_unreachable'
  | 'storage_full'
  | 'redis_unreachable'
  | 'redis_degraded'
  | 'replica_unread'
  | 'files_unreachable'
  | 'backup_failed'

export interface ReadyState {
  /** Whether requests may be sent here. */
  ready: boolean
  /** Everything that is not as it should be, also where the server can serve all the same. */
  reasons: ReadinessReason[]
  leaving: boolean
  /** `latencyMs` is null where it does not answer. */
  database: { answers: boolean; latencyMs: number | null; hasRoom: boolean }
  /** Of the database, by name; `lagMs` is null where it is not known. */
  replicas: readonly ReplicaLook[]
  /** `none`: this server has been given none. */
  redis: 'none' | 'healthy' | 'unreachable'
  /** Of a cluster; empty if none of them answers. */
  redisNodes?: readonly RedisNode[]
  /** `none`: the database has their bytes. */
  files: 'none' | 'healthy' | 'unreachable'
  /** Null before the first one. */
  backup: LastBackup | null
}

interface ReadinessOptions {
  /** One statement to the database; rejects where that can't be asked. */
  ask: () => Promise<unknown>
  hasRoom: () => boolean
  replicas?: () => readonly ReplicaLook[]
  leaving: Pick<Leaving, 'isBegun'>
  /** Whether events come back from Redis; null without Redis. */
  hearsRedis: (() => boolean) | null
  /** How the nodes of a Redis cluster are; absent without one. */
  redisNodes?: (() => Promise<readonly RedisNode[] | null>) | undefined
  storedFiles?: Pick<StoredFiles, 'state'> | undefined
  backups?: Pick<KnowsBackups, 'last'> | undefined
  /** Monotonic, in milliseconds. */
  now?: () => number
}

interface Asking {
  since: number
  /** Resolves to the milliseconds that the answer took; null if it was refused. */
  answered: Promise<number | null>
}

/**
 * Whether this server can serve. Without room for more, without Redis or a part of it, without its store of files or without a backup it
 * still reads and answers, so
 * these are told and do not take it away from people; nor would that mend them.
 */
export class Readiness {
  readonly #options: ReadinessOptions
  readonly #now: () => number
  #asking: Asking | undefined
  #last: { at: number; latencyMs: number | null } | undefined

  constructor(options: ReadinessOptions) {
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
  }

  /** Takes two seconds at most. Never rejects. */
  async look(): Promise<ReadyState> {
    const { hasRoom, leaving, hearsRedis, redisNodes, storedFiles, backups } = this.#options
    const { replicas: seeReplicas = () => [] } = this.#options
    const [latencyMs, nodes] = await Promise.all([this.#latency(), redisNodes?.()])
    const redis = hearsRedis === null ? 'none' : hearsRedis() ? 'healthy' : 'unreachable'
    const files = storedFiles?.state ?? 'none'
    const backup = backups?.last() ?? null
    const answers = latencyMs !== null
    const replicas = seeReplicas()
    const state = { leaving: leaving.isBegun, database: { answers, latencyMs, hasRoom: hasRoom() } }
    const reasons: Partial<Record<ReadinessReason, boolean>> = {
      leaving: state.leaving,
      database_unreachable: !answers,
      storage_full: !state.database.hasRoom,
      redis_unreachable: redis === 'unreachable',
      redis_degraded: nodes !== undefined && (nodes === null || !isWhole(nodes)),
      replica_unread: replicas.some(({ state }) => state !== 'read'),
      files_unreachable: files === 'unreachable',
      backup_failed: backup?.state === 'failed',
    }
    return {
      ready: answers && !state.leaving,
      reasons: (Object.keys(reasons) as ReadinessReason[]).filter((reason) => reasons[reason]),
      ...state,
      ...{ replicas, redis, files, backup },
      ...(nodes !== undefined && { redisNodes: nodes ?? [] }),
    }
  }

  /** Many who ask at once cost one statement, and while that hangs nobody adds another. */
  async #latency(): Promise<number | null> {
    const now = this.#now()
    if (this.#last && now - this.#last.at < FRESH_MS) return this.#last.latencyMs
    if (!this.#asking || now - this.#asking.since >= DEAD_MS) this.#asking = this.#ask(now)
    const { since, answered } = this.#asking
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, Math.max(0, since + PATIENCE_MS - now), null)
    })
    try {
      return await Promise.race([answered, late])
    } finally {
      clearTimeout(timer)
    }
  }

  #ask(since: number): Asking {
    const answered = this.#options.ask().then(
      () => this.#now() - since,
      () => null,
    )
    const asking = { since, answered }
    void answered.then((latencyMs) => {
      if (this.#asking !== asking) return
      this.#asking = undefined
      // A late answer says that the database is back, not how quick it is: the next look asks anew.
      if (latencyMs === null || latencyMs < PATIENCE_MS) this.#last = { at: this.#now(), latencyMs }
    })
    return asking
  }
}
