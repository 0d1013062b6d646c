import { join } from 'node:path'
import { durationMs } from '../base/duration.ts'
import type { Env } from '../base/env.ts'
import { type Logger, withoutValues } from '../base/log.ts'
import { internet, type Network, withoutServer } from '../base/network/network.ts'
import { hostOf } from '../base/network/public-address.ts'
import { lookAtNodes } from '../base/redis/cluster-nodes.ts'
import type { RedisClient } from '../base/redis/shards.ts'
import type { Tracer } from '../base/telemetry/trace.ts'
import { BackupLead } from '../db/backup/backup-lead.ts'
import type { Database } from '../db/connect/connect.ts'
import { statementLimit } from '../db/open/open-database.ts'
import { ping } from '../db/place.ts'
import { findPlaceMark } from '../db/place-marks.ts'
import { findVersions } from '../db/realms/realm-messages.ts'
import { STALE_MS } from '../db/replicas/freshness.ts'
import { Replicas } from '../db/replicas/replicas.ts'
import { CardFiles } from '../domain/agents/card-files.ts'
import type { RecollectionFinders } from '../domain/chat/recollections.ts'
import { FairQueue } from '../domain/fair-queue.ts'
import { openFileStore } from '../domain/files/open-file-store.ts'
import { StoredFiles } from '../domain/files/stored-files.ts'
import type { ReadInOptions } from '../domain/knowledge/read-in.ts'
import type { SignInsOptions } from '../domain/mcp/oauth/sign-ins.ts'
import type { PlaceServers } from '../domain/mcp/place-servers.ts'
import type { ChooseModel } from '../domain/models/choose-model.ts'
import type { OwnKeysOptions } from '../domain/models/own-keys.ts'
import type { KeyedModels, PlaceModels } from '../domain/models/usable-model.ts'
import { backupInProcess } from '../domain/operation/backup-process.ts'
import { Leaving } from '../domain/operation/leaving.ts'
import { Readiness } from '../domain/operation/readiness.ts'
import { ScheduledBackups } from '../domain/operation/scheduled-backups.ts'
import { Identity } from '../domain/session/identity.ts'
import type { SwarmOptions } from '../domain/swarm/swarm.ts'
import type { RemembersFacts } from '../domain/tools/own/remember.ts'
import type { ToolSource } from '../domain/tools/tool.ts'
import type { UnfurlsOptions } from '../domain/unfurl/unfurls.ts'
import { createMetrics } from '../http/edge/metrics.ts'
import { createRateLimits } from '../http/edge/rate-limit.ts'
import type { Web } from '../http/pages/pages.ts'
import { shippedFile } from '../http/pages/static-files.ts'
import type { LocalModels } from '../llm/local/local-models.ts'
import type { Bus } from '../realtime/bus/bus.ts'
import { SessionEnds } from '../realtime/bus/session-ends.ts'
import { WalPositions } from '../realtime/bus/wal-positions.ts'
import type { HubTimes } from '../realtime/hub-times.ts'
import { feedRealms } from '../realtime/rooms/feed-realms.ts'
import { RealmDirectory } from '../realtime/rooms/realm-directory.ts'

export interface ServerParts {
  env: Env
  log: Logger
  database: Pick<Database, 'db'> & Partial<Pick<Database, 'hasRoom'>>
  models: PlaceModels
  /** For tests: models of own keys in place of those that are stored, and what answers in place of what was chosen. */
  keyed?: KeyedModels | undefined
  choose?: ChooseModel | undefined
  /** The model of this machine; without it none can run here. */
  local?: LocalModels | undefined
  /** The servers of tools of this place; without it there are none. */
  placeServers?: Pick<PlaceServers, 'find' | 'list'> | undefined
  chainId: string
  clock: () => Date
  /** Without it each server has its own rate limits and running replies. */
  redis?: RedisClient | undefined
  /** What the names of the place's keys and channels begin with, since places can share a Redis. */
  redisPrefix?: string | undefined
  bus: Bus
  /** Where events are published, if not on `bus`. */
  notifyThrough?: Pick<Bus, 'publish'>
  /** No other server uses this database. */
  alone: boolean
  /** That this server listens on. */
  port?: number
  /** Without the built web the app serves the API only. */
  web?: Web
  /** Aborted when the server shuts down. */
  shutdown: AbortSignal
  /** Begun before that, where what runs may finish. */
  leaving?: Leaving | undefined
  /** Records traces; without it there are none. */
  tracer?: Tracer | undefined
  /** The internet, except in tests; what follows is for tests, too. */
  network?: Network
  swarm?: Pick<SwarmOptions, 'patience' | 'every' | 'memory'>
  hubTimes?: Partial<HubTimes>
  unfurls?: Pick<UnfurlsOptions, 'entry' | 'caps'>
  readIn?: Partial<ReadInOptions>
  files?: { readWaitMs: number }
  sitemaps?: { perSitemap: number }
  ownKeys?: Pick<OwnKeysOptions, 'patienceMs'>
  signIns?: Pick<SignInsOptions, 'onSignedIn'>
  /** In milliseconds: how long a server of tools may take. */
  mcpPatienceMs?: number
  tools?: readonly ToolSource[]
  /** What agents remember, in place of the database's. */
  memory?: RemembersFacts & Pick<RecollectionFinders, 'findFacts'>
}

/** Addresses that can each fill their queue at the same time. */
const GROUPS_WAITING = 16

/** A request that runs longer than this, in milliseconds, gives up its place: it is not waiting for the database. */
const PLACE_HOLD_MS = 2_000

export type Infrastructure = ReturnType<typeof createInfrastructure>

/** What all parts stand on: the database, the log, who asks, and how much of it is let in. */
export function createInfrastructure(given: ServerParts) {
  const { env, redis, bus, clock, shutdown, web } = given
  const log = withoutValues(given.log)
  const { db, hasRoom = () => true } = given.database
  const queue = createRequestQueue(env, shutdown)
  const sessionEnds = new SessionEnds({ bus })
  const leaving = given.leaving ?? new Leaving()
  const replicas = new Replicas({
    ...{ db, log, statementLimit },
    addresses: env.DATABASE_REPLICAS ?? [],
    positions: redis ? new WalPositions({ redis, staleMs: STALE_MS, prefix: given.redisPrefix }) : null,
  })
  const backups = new ScheduledBackups({
    folder: env.BACKUP_DIR ?? join(env.DATA_DIR, 'backups'),
    everyMs: env.BACKUP_EVERY === undefined ? undefined : durationMs(env.BACKUP_EVERY),
    keepMs: durationMs(env.BACKUP_KEEP),
    place: () => findPlaceMark(db),
    make: backupInProcess,
    lead: new BackupLead(env.DATABASE_URL),
    ...{ clock, log },
  })
  const storedFiles = new StoredFiles({ db, clock, log, store: openFileStore(env) })
  const readiness = new Readiness({
    ...{ hasRoom, leaving, backups, storedFiles },
    ask: () => ping(db),
    replicas: () => replicas.states(),
    hearsRedis: redis ? () => bus.healthy() : null,
    redisNodes: lookAtNodes(redis),
  })
  return {
    ...{ given, env, log, db, hasRoom, redis, bus, clock, shutdown, web, queue, sessionEnds },
    ...{ leaving, readiness, backups, storedFiles, alone: given.alone },
    ...createRealmFeed(given),
    ...{ replicas, reads: replicas.reads },
    cardFiles: new CardFiles({ db, storedFiles }),
    local: given.local ?? null,
    outgoing: outgoingOf(given),
    shipped: (address: string) => shippedFile(web?.files, address),
    metrics: createMetrics(),
    limits: createRateLimits({
      perMinute: {
        chat: env.RATE_LIMIT_CHAT,
        write: env.RATE_LIMIT_WRITE,
        read: env.RATE_LIMIT_READ,
        realm: env.RATE_LIMIT_REALM,
        webPicture: env.RATE_LIMIT_WEB_PICTURES,
        socket: env.RATE_LIMIT_SOCKET,
      },
      // A limiter needs some duration; without such hours nothing is taken of it.
      newWalletSeconds: Math.max(1, env.NEW_WALLET_HOURS) * 3_600,
      ...{ redis, redisPrefix: given.redisPrefix },
    }),
    identity: new Identity({
      ...{ db, clock, log },
      chainId: given.chainId,
      publicUrl: env.PUBLIC_URL,
      onEnded: (ids) => sessionEnds.announce(ids),
    }),
  }
}

/** What all go through that ask addresses which somebody chose. */
function outgoingOf({ env, network = internet, port }: ServerParts) {
  return {
    network: withoutServer(network, port),
    ownHosts: env.PUBLIC_URL ? [hostOf(new URL(env.PUBLIC_URL))] : [],
  }
}

/** What tells rooms of changes, on this server and on the others. */
function createRealmFeed({ database: { db }, bus, notifyThrough = bus }: ServerParts) {
  const directory = new RealmDirectory({ versions: (ids) => findVersions(db, ids) })
  return { directory, feed: feedRealms(notifyThrough, (id) => directory.forget(id)) }
}

/** Requests that wait for others. */
function createRequestQueue(env: Env, shutdown: AbortSignal): FairQueue {
  const queue = new FairQueue({
    atOnce: env.REQUESTS_AT_ONCE,
    atOnceEach: Math.ceil(env.REQUESTS_AT_ONCE / 4),
    waitingEach: env.REQUESTS_WAITING,
    waiting: GROUPS_WAITING * env.REQUESTS_WAITING,
    holdMs: PLACE_HOLD_MS,
  })
  shutdown.addEventListener('abort', () => queue.close())
  return queue
}
