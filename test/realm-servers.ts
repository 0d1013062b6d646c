import { setTimeout as wait } from 'node:timers/promises'
import { type ModelServer, startModelServer } from '../e2e/fakes/model-server.ts'
import type { Agent } from '../src/shared/agents/agents.ts'
import { hasPostgresServer, startPostgres } from './postgres-server.ts'
import { hasRedisServer, startRedis } from './redis-server.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { type Account, requestInit, type Send, signInWith } from './sign-in.ts'

/** Whether this machine has what it takes to end and start databases as a test likes. */
export const hasRealmServers = hasPostgresServer && hasRedisServer

export type RealmServers = Awaited<ReturnType<typeof startRealmServers>>

/**
 * Two real server processes on a PostgreSQL and a Redis of their own, with a scripted model behind both. All of it may
 * be ended and started again, and has to be ended. It needs no test runner: measurements use it as well.
 */
export async function startRealmServers(environment: Record<string, string> = {}) {
  const endings: (() => Promise<unknown>)[] = []
  const end = async () => {
    for (const ending of endings.splice(0).reverse()) await ending()
  }
  try {
    const postgres = await startPostgres()
    endings.push(postgres.remove)
    let redis = await startRedis()
    endings.push(() => redis.stop())
    const model: ModelServer = await startModelServer()
    endings.push(model.close)
    const start = async (): Promise<ServerProcess> => {
      const server = await startServerProcess({
        DATABASE_URL: postgres.url,
        REDIS_URL: redis.url,
        OPENAI_BASE_URL: model.baseUrl,
        SEED_SAMPLES: '0',
        // That a database is away is what these runs are about.
        LOG_LEVEL: 'fatal',
        ...environment,
      })
      endings.push(server.kill)
      return server
    }
    // The first one makes the tables.
    const a = await start()
    const b = await start()
    return {
      a,
      b,
      start,
      model,
      postgres,
      redis: {
        stop: () => redis.stop(),
        async start() {
          redis = await startRedis(redis.port)
        },
      },
      signIn: () => signInWith(sendTo(a.address)),
      end,
    }
  } catch (error) {
    await end()
    throw error
  }
}

/** Asks a server over the network. */
export function sendTo(address: string): Send {
  return (method, path, sent) => fetch(address + path, requestInit(method, sent))
}

/** Makes a realm, with an agent of its creator in it that speaks when it is mentioned. */
export async function makeRealm(
  address: string,
  creator: Account,
  agentName = 'Ada',
): Promise<{ realm: string; agent: string }> {
  const send = sendTo(address)
  const post = async <Made>(path: string, json: unknown): Promise<Made> => {
    const answer = await send('POST', path, { as: creator, json })
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Made
  }
  const { id: realm } = await post<{ id: string }>('/api/realms', {
    name: 'Harbour',
    description: 'All ships',
  })
  const { id: agent } = await post<Agent>('/api/agents', { ...newAgent, name: agentName })
  const invited = await send('PUT', `/api/realms/${realm}/agents/${agent}`, { as: creator })
  if (!invited.ok) throw new Error(`Inviting was answered with ${invited.status}: ${await invited.text()}`)
  return { realm, agent }
}

const newAgent = {
  description: 'Explains things with patience.',
  category: 'neural',
  personality: 'You are Ada.',
  capabilities: ['Explaining'],
  knowledgeDomains: ['Mathematics'],
}

/**
 * Waits until something is so.
 * @throws {Error} after so many milliseconds, with what was waited for
 */
export async function eventually(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  patience = 20_000,
): Promise<void> {
  const late = performance.now() + patience
  while (!(await isSo())) {
    if (performance.now() > late) throw new Error(`${what}: not after ${patience} ms.`)
    await wait(20)
  }
}
