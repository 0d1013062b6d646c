import { parseNodes, type RedisNode, unserved } from '../../../base/redis/cluster-nodes.ts'
import { connectOnce, isInCluster } from '../../../base/redis/connect-redis.ts'
import { parseRedisUrl } from '../../../base/redis-address.ts'
import { type Advice, clockAdvice, fault, ok, percentile, timesOf, warn } from './advice.ts'

const CONNECT_MS = 5_000
const PINGS = 20
const SLOW_PING_MS = 10

const MEND = 'Start it, or correct REDIS_URL.'

/**
 * Whether Redis answers, how fast, what it throws away, and its clock; of a cluster, each node that REDIS_URL names, and
 * how the cluster is. Without one, whether one is needed.
 */
export async function lookAtRedis(url: string | undefined, servers: number): Promise<Advice[]> {
  if (url === undefined)
    return servers > 1
      ? [
          fault(
            'redis.needed',
            `${servers} servers use the database, and REDIS_URL is not set, so that realms and limits are each server's own.`,
            'Set REDIS_URL on all of them.',
          ),
        ]
      : []
  const addresses = parseRedisUrl(url)
  if (!addresses) return [fault('redis.answers', 'REDIS_URL is no address.', 'Correct it.')]
  const isOne = addresses.length === 1
  const looks = await Promise.all(
    addresses.map(async ({ url: one, host, port }) => {
      const who = isOne ? 'Redis' : `Redis at ${host}:${port}`
      return { who, ...(await lookAtOne(one, who)) }
    }),
  )
  const nodes = looks.find((look) => look.nodes)?.nodes
  const away = (state: typeof fault | typeof warn) =>
    looks.flatMap(({ who, code }) =>
      code === undefined ? [] : [state('redis.answers', `${who} does not answer${code}.`, MEND)],
    )
  const advice = looks.flatMap((look) => look.advice)
  // The cluster serves without a node that is named here; what it lacks is told of the cluster.
  if (nodes) return [...advice, ...away(warn), ...clusterAdvice(nodes)]
  if (isOne || advice.length === 0) return [...advice, ...away(fault)]
  const mend = 'Name the nodes of one cluster, or one Redis.'
  const says = 'REDIS_URL has several addresses, and they are in no cluster.'
  return [...advice, ...away(fault), fault('redis.cluster', says, mend)]
}

/** What one Redis, or one node, says: how it is, and how its cluster is, if it is in one; or why it says nothing. */
async function lookAtOne(
  url: string,
  who: string,
): Promise<{ advice: Advice[]; nodes?: readonly RedisNode[]; code?: string }> {
  const redis = await connectOnce(url, CONNECT_MS)
  try {
    await redis.connect()
    const times = await timesOf(PINGS, () => redis.ping())
    const began = Date.now()
    const [seconds, micros] = await redis.time()
    const clock = Number(seconds) * 1000 + Number(micros) / 1000 - (began + Date.now()) / 2
    const policy = policyAdvice(who, await redis.info('memory'))
    const advice = [latencyAdvice(who, times), policy, clockAdvice('redis.clock', who, clock)]
    if (!(await isInCluster(redis))) return { advice }
    return { advice, nodes: parseNodes(String(await redis.cluster('NODES'))) }
  } catch (error) {
    return { advice: [], code: error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '' }
  } finally {
    redis.disconnect()
  }
}

function clusterAdvice(nodes: readonly RedisNode[]): Advice[] {
  const missing = nodes.filter(({ state }) => state !== 'up').map(({ address }) => address)
  const masters = nodes.filter(({ role, slots }) => role === 'master' && slots > 0)
  const bare = masters.filter(
    ({ address }) => !nodes.some(({ follows, state }) => follows === address && state === 'up'),
  )
  const advice: Advice[] = []
  if (unserved(nodes) > 0) {
    const says = `Nobody serves ${unserved(nodes)} of the slots of the Redis cluster.`
    advice.push(
      fault('redis.slots', says, 'Start their master or its replica, or give them to another master.'),
    )
  }
  if (missing.length > 0) {
    const says = `Nodes of the Redis cluster that do not answer: ${missing.join(', ')}.`
    advice.push(warn('redis.nodes', says, 'Start them, or take them out with CLUSTER FORGET.'))
  }
  if (bare.length > 0) {
    const says = `Masters of the Redis cluster without a replica that answers: ${bare.map(({ address }) => address).join(', ')}.`
    advice.push(warn('redis.replicas', says, 'Give each a replica on another machine, which takes over.'))
  }
  const replicas = nodes.length - nodes.filter(({ role }) => role === 'master').length
  const whole = `The Redis cluster is whole: ${masters.length} masters, ${replicas} replicas.`
  return advice.length > 0 ? advice : [ok('redis.cluster', whole)]
}

function latencyAdvice(who: string, times: readonly number[]): Advice {
  const half = percentile(times, 0.5)
  const says = `${who} answers after ${half.toFixed(1)} ms.`
  return half <= SLOW_PING_MS
    ? ok('redis.answers', says)
    : warn('redis.answers', says, 'Put Redis nearer to this machine.')
}

function policyAdvice(who: string, memory: string): Advice {
  const policy = /maxmemory_policy:(\S+)/.exec(memory)?.[1] ?? 'unknown'
  if (policy === 'noeviction') return ok('redis.policy', `${who} throws nothing away.`)
  return warn(
    'redis.policy',
    `With ${policy}, ${who} may throw away what servers tell each other when its memory is full.`,
    'Set maxmemory-policy to noeviction, and give it memory of its own.',
  )
}
