import { type Advice, clockAdvice, fault, ok, percentile, timesOf, warn } from './advice.ts'

const CONNECT_MS = 5_000
const PINGS = 20
const SLOW_PING_MS = 10

/** Whether Redis answers, how fast, what it throws away, and its clock. Without one, whether one is needed. */
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
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    commandTimeout: CONNECT_MS,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
  })
  // Told by the promise that connects.
  redis.on('error', () => {})
  try {
    await redis.connect()
    const times = await timesOf(PINGS, () => redis.ping())
    const began = Date.now()
    const [seconds, micros] = await redis.time()
    const clock = Number(seconds) * 1000 + Number(micros) / 1000 - (began + Date.now()) / 2
    return [latencyAdvice(times), await policyAdvice(redis), clockAdvice('redis.clock', 'Redis', clock)]
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    return [fault('redis.answers', `Redis does not answer${code}.`, 'Start it, or correct REDIS_URL.')]
  } finally {
    redis.disconnect()
  }
}

function latencyAdvice(times: readonly number[]): Advice {
  const half = percentile(times, 0.5)
  const says = `Redis answers after ${half.toFixed(1)} ms.`
  return half <= SLOW_PING_MS
    ? ok('redis.answers', says)
    : warn('redis.answers', says, 'Put Redis nearer to this machine.')
}

async function policyAdvice(redis: { info(section: 'memory'): Promise<string> }): Promise<Advice> {
  const policy = /maxmemory_policy:(\S+)/.exec(await redis.info('memory'))?.[1] ?? 'unknown'
  if (policy === 'noeviction') return ok('redis.policy', 'Redis throws nothing away.')
  return warn(
    'redis.policy',
    `With ${policy}, Redis may throw away what servers tell each other when its memory is full.`,
    'Set maxmemory-policy to noeviction, and give it memory of its own.',
  )
}
