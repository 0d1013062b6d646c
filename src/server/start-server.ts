import type { AddressInfo } from 'node:net'
import { chainOf, clusterOf } from '../shared/session/session.ts'
import type { assemble } from './assemble.ts'
import { openPlaceServers } from './assembly/mcp.ts'
import { openExporter } from './assembly/open-exporter.ts'
import { openLocalModels, openModels } from './assembly/open-models.ts'
import { type Env, secretsOf } from './base/env.ts'
import { webFolder } from './base/files.ts'
import { createLog, type Logger } from './base/log.ts'
import { connectRedis } from './base/redis/connect-redis.ts'
import { makeProbeKey } from './base/secrets/probe-key.ts'
import { trackConnections } from './connections.ts'
import { consoleToLog } from './console-to-log.ts'
import type { Database } from './db/connect/connect.ts'
import { refuseClosedFolder } from './db/embedded/folder-rights.ts'
import { findDatabaseMark, findPlaceMark } from './db/place-marks.ts'
import { ServersFileError } from './domain/mcp/place/servers-file.ts'
import type { PlaceServers } from './domain/mcp/place-servers.ts'
import { withModelHere } from './domain/models/model-here.ts'
import { ModelsFileError } from './domain/models/place/file/models-file.ts'
import type { ConfiguredModels } from './domain/models/place/place-models.ts'
import { startNote } from './domain/models/place/start-note.ts'
import { lookAtSecrets } from './domain/operation/doctor/look-at-secrets.ts'
import { sweepRegularly } from './domain/sweep-regularly.ts'
import { drain, drainTimesOf } from './drain.ts'
import { createHttpServer } from './http/edge/http-server.ts'
import { securityHeadersOf } from './http/edge/security-headers.ts'
import { gateUpgrades } from './http/edge/upgrade-gate.ts'
import { loadWeb, type Web } from './http/pages/pages.ts'
import { noSocketYet, startingUp } from './http/pages/starting-up.ts'
import { listen, StartError } from './listen.ts'
import { closeOrphans, openDatabase, type Preparations } from './open-database.ts'
import { Bus } from './realtime/bus/bus.ts'

/** Running requests may take this long at the end, in milliseconds. */
const CLOSING_MS = 5_000

export interface RunningServer {
  /** With scheme and port, such as `http://127.0.0.1:3000`. */
  address: string
  engineNote: string
  /** Rejects when the server cannot continue and nobody asked it to end. */
  failed: Promise<never>
  /**
   * Takes nothing new, and resolves when what runs has come to its end, or DRAIN_SECONDS are over; then it has to be closed.
   * @param enough aborted to end the wait early
   */
  leave(enough: AbortSignal): Promise<void>
  /**
   * Keeps the text of running replies.
   * @param hurry aborted to stop waiting for running requests; the text of replies is stored anyway
   */
  close(hurry: AbortSignal): Promise<void>
}

interface Instead {
  loadWeb?: (cluster: string) => Promise<Web>
  connect?: () => Promise<Database>
}

/** The embedded database is in it, and the secret key where none is set. */
const readsDataFolder = ({ DATABASE_URL, SECRET_KEY }: Env) =>
  DATABASE_URL === undefined || SECRET_KEY === undefined

/**
 * Listens immediately, so that a port in use is reported before anything is built, and serves as soon as the web and
 * the database are ready.
 * @throws {StartError} or a `DatabaseError`, with one plain sentence
 */
export async function startServer(
  env: Env,
  prepare: Preparations,
  instead: Instead = {},
): Promise<RunningServer> {
  if (readsDataFolder(env)) refuseClosedFolder(env.DATA_DIR)
  const secrets = secretsOf(env)
  const log = createLog(env.LOG_LEVEL, { secrets })
  for (const doubt of env.doubts) log.warn(doubt)
  const shutdown = new AbortController()
  let answer: (request: Request, bindings: object) => Response | Promise<Response> = startingUp
  let openSocketFrom: (address: string) => () => void = noSocketYet
  const restoreConsole = consoleToLog(log)
  const server = createHttpServer({
    env,
    log,
    fetch: (request, bindings) => answer(request, bindings),
  })
  const connections = trackConnections(server)
  gateUpgrades(server, {
    trustedProxies: env.TRUSTED_PROXIES,
    headers: securityHeadersOf(env),
    openFrom: (address) => openSocketFrom(address),
  })
  await listen(server, env)
  let database: Database | undefined
  let models: ConfiguredModels | undefined
  let servers: PlaceServers | undefined
  try {
    const exporter = await openExporter(env, log)
    const place = openModels(env, log, secrets)
    models = place
    const placeServers = openPlaceServers(env, log)
    servers = placeServers
    const cluster = clusterOf(env.SOLANA_RPC_URL)
    const builtWeb = (cluster: string) => loadWeb(webFolder, cluster)
    const [opened, { assemble }, web] = await Promise.all([
      openDatabase(env, log, prepare, instead.connect).then((opened) => (database = opened)),
      // Most of the code: it loads while the embedded database opens in a thread of its own.
      import('./assemble.ts'),
      prepare.web().then(() => (instead.loadWeb ?? builtWeb)(cluster)),
      place.start(),
    ])
    // Only one server can use a data folder.
    const alone = opened.kind === 'embedded'
    const redis = env.REDIS_URL ? await connectRedis(env.REDIS_URL, log) : undefined
    const findMark = alone ? findPlaceMark : findDatabaseMark
    const redisPrefix = redis && `bionic:${await findMark(opened.db)}:`
    const local = openLocalModels(env, log)
    const all = withModelHere(place, local, env.CHAT_WINDOW_TOKENS)
    const { port } = server.address() as AddressInfo
    const parts = assemble({
      ...{ port, env, log, database: opened, models: all, local, placeServers, tracer: exporter?.tracer },
      chainId: chainOf(cluster),
      clock: () => new Date(),
      ...{ redis, redisPrefix },
      bus: new Bus({ redis, log, prefix: redisPrefix }),
      alone,
      web,
      shutdown: shutdown.signal,
    })
    await parts.endFormerOperators()
    if (alone) await closeOrphans(parts.closeOrphans, log, shutdown.signal)
    await begin(parts, env, log)
    const { registry, instruments } = parts.metrics
    exporter?.exportMetrics(registry, (spans) => instruments.chores.lostTelemetry.inc(spans))
    const stopSweeping = sweepRegularly(parts.sweeps, log, (sweep, outcome, seconds) =>
      instruments.chores.sweeps.labels(sweep, outcome).observe(seconds),
    )
    answer = parts.app.fetch
    openSocketFrom = (address) => parts.socketQuotas.openFrom(address)

    const host = env.HOST.includes(':') ? `[${env.HOST}]` : env.HOST
    return {
      address: `http://${host}:${port}`,
      engineNote: startNote(all.standard().engine, await all.list(), place.silentProviders()),
      failed: opened.failed.then((error) => Promise.reject(error)),
      ...endings({
        ...{ env, log, parts, connections, stopSweeping, shutdown },
        closing: [place, placeServers],
        async closeLast() {
          await Promise.all([parts.close(), local.close()])
          redis?.disconnect()
          // A slow collector must not keep the database open.
          await Promise.all([exporter?.close(), opened.close()])
          restoreConsole()
        },
      }),
    }
  } catch (error) {
    server.closeAllConnections()
    server.close()
    models?.close()
    servers?.close()
    await database?.close()
    restoreConsole()
    const isSaid = error instanceof ModelsFileError || error instanceof ServersFileError
    throw isSaid ? new StartError(error.message) : error
  }
}

/** Begins what a server does by itself. */
async function begin(parts: ReturnType<typeof assemble>, env: Env, log: Logger): Promise<void> {
  const orSay = (problem: string) => (error: unknown) => log.warn({ err: error }, problem)
  try {
    makeProbeKey(env)
  } catch (error) {
    orSay('the doctor has no key by which this server knows it')(error)
  }
  // What was decided when the last server died goes on now, not only with the first sweep.
  parts.decisions.recover().catch(orSay('replies that wait for nobody did not go on'))
  parts.images.remote.rememberNamed().catch(orSay('pictures from the web were not remembered'))
  lookAtSecrets(parts.db, parts.secret)
    .then(([lost]) => lost && log.warn(`${lost.says} ${lost.mend}`))
    .catch(orSay('whether keys can be read is not known'))
  parts.replicas.start()
  parts.storedFiles.prepare().catch(orSay('the store of files was not prepared'))
  parts.readIn.wake()
  parts.receiptLog.start()
  await parts.backups.start()
}

/** How a server ends: it may leave first, and is closed then. */
function endings(of: {
  env: Env
  log: Logger
  parts: ReturnType<typeof assemble>
  connections: ReturnType<typeof trackConnections>
  stopSweeping: () => void
  shutdown: AbortController
  closing: readonly { close(): void }[]
  /** What the requests that still run need. */
  closeLast: () => Promise<void>
}): Pick<RunningServer, 'leave' | 'close'> {
  const { env, log, parts, connections, stopSweeping } = of
  return {
    async leave(enough) {
      stopSweeping()
      parts.readIn.leave()
      const work = () => ({ ...parts.work(), requests: connections.running() })
      await drain({ ...parts, connections, work, enough, ...drainTimesOf(env) })
    },
    async close(hurry) {
      of.shutdown.abort()
      stopSweeping()
      for (const one of of.closing) one.close()
      const onCut = (cut: { connections: number; requests: readonly string[] }) =>
        log.warn(cut, 'connections were cut off at the end')
      await Promise.all([
        parts.backups.close(),
        parts.letGo(),
        connections.close({ patience: CLOSING_MS, hurry, onCut }),
      ])
      await of.closeLast()
    },
  }
}
