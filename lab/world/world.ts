import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { type ModelServer, startModelServer } from '../../e2e/fakes/model-server.ts'
import { createLog } from '../../src/server/base/log.ts'
import type { Database } from '../../src/server/db/connect/connect.ts'
import { migrate } from '../../src/server/db/connect/migrate.ts'
import { connectDatabase } from '../../src/server/db/open/open-database.ts'
import { type PostgresServer, startPostgres } from '../../test/postgres-server.ts'
import { startRedis } from '../../test/redis-server.ts'
import { connectSql, type SqlTag } from '../../test/sql-tag.ts'
import { workingFolder } from '../../test/working-folder.ts'
import type { ServerName } from '../history.ts'
import { clockVariables, setClock } from './clock.ts'
import { DiskRoom } from './disk-room.ts'
import { Link } from './link.ts'
import { LabServer } from './one-server.ts'
import { chooseScenario } from './scripted-model.ts'
import { startToolServer, type ToolServer } from './tool-server.ts'

/** What a server reaches over links of its own. */
export interface OwnLinks {
  postgres?: Link
  redis?: Link
  model: Link
}

export interface WorldOptions {
  database: 'postgresql' | 'embedded'
  /** The size of the disk of an embedded database; a small one, which can be filled, if it is not given. */
  diskMegabytes?: number
  /** Stores what is there when the servers start. */
  fill?: (database: Database) => Promise<unknown>
  /** What Node runs in place of the production bundle. */
  program?: readonly string[]
  variables?: Record<string, string>
  random?: () => number
}

export interface Databases {
  postgres: PostgresServer
  redis: { current: Awaited<ReturnType<typeof startRedis>> }
  sql: SqlTag
}

/** Servers with all that they need, and a link on every way between them; all of it belongs to the laboratory. */
export class World {
  readonly servers: ReadonlyMap<ServerName, LabServer>
  readonly links: ReadonlyMap<ServerName, OwnLinks>
  readonly model: ModelServer
  readonly tools: ToolServer
  readonly toolLink: Link
  readonly databases: Databases | undefined
  readonly disk: DiskRoom | undefined
  readonly #clocks: ReadonlyMap<ServerName, string>
  readonly #endings: (() => unknown)[]

  private constructor(parts: Omit<World, 'server' | 'setClock' | 'settle' | 'end'> & Internals) {
    this.servers = parts.servers
    this.links = parts.links
    this.model = parts.model
    this.tools = parts.tools
    this.toolLink = parts.toolLink
    this.databases = parts.databases
    this.disk = parts.disk
    this.#clocks = parts.clocks
    this.#endings = parts.endings
  }

  static async start({
    database,
    diskMegabytes,
    fill,
    program,
    variables = {},
    random = Math.random,
  }: WorldOptions): Promise<World> {
    const endings: Internals['endings'] = []
    const keep = <Part>(part: Part, end: () => unknown): Part => {
      endings.push(end)
      return part
    }
    const link = async (url: string) => {
      const made = await Link.open(Number(new URL(url).port), random)
      return keep(made, () => made.close())
    }
    try {
      const folder = mkdtempSync(join(workingFolder, 'bionic-lab-'))
      endings.push(() => rmSync(folder, { recursive: true, force: true }))
      const model = await startModelServer()
      keep(model, model.close).choose(chooseScenario())
      const tools = await startToolServer()
      endings.push(tools.close)
      const databases = database === 'postgresql' ? await startDatabases(endings) : undefined
      const disk = databases ? undefined : await DiskRoom.make(join(folder, 'data'), diskMegabytes)
      if (disk) endings.push(() => disk.remove())
      if (fill)
        await fillDatabase({ databaseUrl: databases?.postgres.url, dataDir: disk?.folder ?? '' }, fill)
      const servers = new Map<ServerName, LabServer>()
      const links = new Map<ServerName, OwnLinks>()
      const clocks = new Map<ServerName, string>()
      for (const name of databases ? (['a', 'b'] as const) : (['a'] as const)) {
        const own: OwnLinks = {
          model: await link(model.baseUrl),
          ...(databases && {
            postgres: await link(databases.postgres.url),
            redis: await link(databases.redis.current.url),
          }),
        }
        const clock = join(folder, `clock-${name}`)
        const environment = {
          ...usual,
          ...clockVariables(clock),
          ...placeOf(own, databases, disk),
          OPENAI_BASE_URL: through(model.baseUrl, own.model),
          ...variables,
        }
        const server = await LabServer.start(environment, { program, random })
        endings.push(() => server.end())
        servers.set(name, server)
        links.set(name, own)
        clocks.set(name, clock)
      }
      const toolLink = await link(`http://127.0.0.1:${tools.port}`)
      return new World({ servers, links, model, tools, toolLink, databases, disk, clocks, endings })
    } catch (error) {
      await endAll(endings)
      throw error
    }
  }

  /** In a world of one server that one, whatever the name. */
  server(name: ServerName): LabServer {
    const server = this.servers.get(name) ?? this.servers.get('a')
    if (!server) throw new Error('This world has no server.')
    return server
  }

  /** Steps the clock of one server, in seconds from the real time. */
  setClock(name: ServerName, offset: number): void {
    const file = this.#clocks.get(name)
    if (file) setClock(file, offset)
  }

  /** Takes all faults back, starts what has ended, and waits until everything answers. */
  async settle(): Promise<void> {
    for (const name of this.servers.keys()) this.setClock(name, 0)
    const own = [...this.links.values()].flatMap(({ postgres, redis, model }) => [postgres, redis, model])
    for (const link of [this.toolLink, ...own, ...[...this.servers.values()].map((one) => one.link)])
      link?.heal()
    this.model.release()
    this.disk?.empty()
    await Promise.all(
      [...this.servers.values()].map(async (server) => {
        server.goOn()
        await server.restart()
        await server.untilReady()
      }),
    )
  }

  end(): Promise<void> {
    return endAll(this.#endings)
  }
}

interface Internals {
  clocks: ReadonlyMap<ServerName, string>
  endings: (() => unknown)[]
}

/** What all servers of the laboratory are started with. */
const usual = {
  SEED_SAMPLES: '0',
  NEW_WALLET_HOURS: '0',
  // That something is away is what these runs are about.
  LOG_LEVEL: 'fatal',
  SECRET_KEY: 'a secret for nothing but the laboratory',
  TOOL_ADDRESS_RANGES: '127.0.0.0/8',
  DRAIN_SECONDS: '2',
}

async function startDatabases(endings: Internals['endings']): Promise<Databases> {
  const postgres = await startPostgres()
  endings.push(postgres.remove)
  const redis = { current: await startRedis() }
  endings.push(() => redis.current.stop())
  const { sql, end } = connectSql(postgres.url)
  endings.push(end)
  return { postgres, redis, sql }
}

async function fillDatabase(
  place: { databaseUrl: string | undefined; dataDir: string },
  fill: (database: Database) => Promise<unknown>,
): Promise<void> {
  const database = await connectDatabase({ ...place, log: createLog('error') })
  try {
    await migrate(database)
    await fill(database)
  } finally {
    await database.close()
  }
}

function placeOf(own: OwnLinks, databases: Databases | undefined, disk: DiskRoom | undefined) {
  if (disk) return { DATA_DIR: disk.folder, MIN_FREE_MB: '16', ...disk.variables }
  if (!databases || !own.postgres || !own.redis) return {}
  return {
    DATABASE_URL: through(databases.postgres.url, own.postgres),
    REDIS_URL: through(databases.redis.current.url, own.redis),
  }
}

function through(address: string, { port }: Link): string {
  const url = new URL(address)
  url.port = String(port)
  return url.href.replace(/\/$/, '')
}

async function endAll(endings: Internals['endings']): Promise<void> {
  for (const end of endings.splice(0).reverse()) await end()
}

/** A client of the Redis server itself, which takes no way that can be cut; another fault may end it. */
export async function withRedis(url: string, work: (redis: Redis) => Promise<unknown>): Promise<void> {
  const redis = new Redis(url, { maxRetriesPerRequest: 1, retryStrategy: () => null, lazyConnect: true })
  redis.on('error', () => {})
  await redis
    .connect()
    .then(() => work(redis))
    .catch(() => {})
  redis.disconnect()
}
