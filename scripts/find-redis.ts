import { Redis } from 'ioredis'

/**
 * Prints the address of a Redis server on the loopback that accepts commands without a password, or nothing.
 * The tests write only keys with names of their own, which expire.
 */
const address = 'redis://127.0.0.1:6379'
const redis = new Redis(address, {
  lazyConnect: true,
  connectTimeout: 2_000,
  maxRetriesPerRequest: 0,
  retryStrategy: () => null,
})
redis.on('error', () => {})
try {
  await redis.connect()
  if ((await redis.ping()) === 'PONG') console.log(address)
} catch {
  // There is no server, or it requires a password.
} finally {
  redis.disconnect()
}
