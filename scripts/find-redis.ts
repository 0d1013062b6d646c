import { Redis } from 'ioredis'

/**
 * Prints the address of a Redis on the loopback that takes commands without a password, or nothing.
 * The tests keep what they write there under names of their own, which expire.
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
  // Nothing answers there, or not without a password.
} finally {
  redis.disconnect()
}
