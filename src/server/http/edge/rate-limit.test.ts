import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { problemSchema } from '../../../shared/common/errors.ts'
import type { AppEnv } from '../context.ts'
import { operation } from '../operation.ts'
import { answerProblem } from '../problem.ts'
import { addressKey, createRateLimits } from './rate-limit.ts'
import { requestContext } from './request-context.ts'

const perMinute = { chat: 2, write: 3, read: 4, realm: 5, webPicture: 6, socket: 6 }

/** An app with rate limits. `x-forwarded-for` sets the address, `x-test-wallet` stands for a session. */
function limited(redis?: Redis) {
  return new Hono<AppEnv>()
    .onError(answerProblem)
    .use(
      requestContext({
        log: pino({ level: 'silent' }),
        trustedProxies: 1,
        readSession: async (headers) => {
          const address = headers.get('x-test-wallet')
          return address === null
            ? null
            : { id: '0', user: { address }, expiresAt: '2099-01-01T00:00:00.000Z' }
        },
      }),
    )
    .use('/api/*', createRateLimits({ perMinute, redis }).requests)
    .post('/api/chat', operation({ tag: 'chat', summary: 'Ask', answers: {}, asksModel: true }))
    .all('*', (c) => c.text('well'))
}

type From = { address?: string; wallet?: string }

function send(app: ReturnType<typeof limited>, method: string, path: string, from: From = {}) {
  const headers = new Headers({ 'x-forwarded-for': from.address ?? '203.0.113.7' })
  if (from.wallet) headers.set('x-test-wallet', from.wallet)
  return app.request(path, { method, headers })
}

/** Counts the requests that succeed before one is refused. */
async function answered(app: ReturnType<typeof limited>, method: string, path: string, from?: From) {
  for (let count = 0; count < 100; count++)
    if ((await send(app, method, path, from)).status === 429) return count
  return Number.POSITIVE_INFINITY
}

test('each class of requests has its own limit', async () => {
  const app = limited()
  expect(await answered(app, 'POST', '/api/chat')).toBe(perMinute.chat)
  expect(await answered(app, 'POST', '/api/agents')).toBe(perMinute.write)
  expect((await send(app, 'DELETE', '/api/agents/1')).status).toBe(429)
  expect(await answered(app, 'GET', '/api/agents')).toBe(perMinute.read)
  expect((await send(app, 'GET', '/api/chat/engine')).status).toBe(429)
})

test('what is outside of the API is not limited', async () => {
  expect(await answered(limited(), 'GET', '/healthz')).toBe(Number.POSITIVE_INFINITY)
})

test('a refusal says when to try again, in its body and its header', async () => {
  const app = limited()
  await answered(app, 'POST', '/api/chat')
  const response = await send(app, 'POST', '/api/chat')
  expect(response.status).toBe(429)
  const problem = problemSchema.parse(await response.json())
  expect(problem).toMatchObject({
    code: 'rate_limited',
    detail: `Too many requests. Try again in ${problem.retryAfter} seconds.`,
  })
  expect(problem.retryAfter).toBeGreaterThan(0)
  expect(problem.retryAfter).toBeLessThanOrEqual(60)
  expect(response.headers.get('retry-after')).toBe(String(problem.retryAfter))
})

test('visitors count by address, and one does not use up what belongs to another', async () => {
  const app = limited()
  await answered(app, 'POST', '/api/chat', { address: '203.0.113.7' })
  expect((await send(app, 'POST', '/api/chat', { address: '203.0.113.8' })).status).toBe(200)
  expect((await send(app, 'POST', '/api/chat', { address: '203.0.113.7', wallet: 'w' })).status).toBe(200)
})

test('a wallet counts wherever it is', async () => {
  const app = limited()
  expect(await answered(app, 'POST', '/api/chat', { address: '203.0.113.1', wallet: 'w' })).toBe(
    perMinute.chat,
  )
  expect((await send(app, 'POST', '/api/chat', { address: '203.0.113.2', wallet: 'w' })).status).toBe(429)
})

test('many wallets of one address get five times the limit of one', async () => {
  const app = limited()
  let count = 0
  while ((await send(app, 'POST', '/api/chat', { wallet: `w${count}` })).status === 200) count++
  expect(count).toBe(5 * perMinute.chat)
})

test('a wallet’s messages count in each realm on their own', async () => {
  const { takeMessage } = createRateLimits({ perMinute })
  const taken = async (wallet: string, realm: string) => {
    for (let count = 0; count < 100; count++)
      if (await takeMessage(wallet, realm).catch((error: unknown) => error)) return count
    return Number.POSITIVE_INFINITY
  }
  for (const [wallet, realm] of [
    ['ada', 'one'],
    ['ada', 'other'],
    ['bob', 'one'],
  ] as const)
    expect(await taken(wallet, realm)).toBe(perMinute.realm)
  await expect(takeMessage('ada', 'one')).rejects.toMatchObject({
    code: 'rate_limited',
    retryAfter: expect.any(Number),
  })
})

test.each([
  ['wallet', { wallet: 'ada' }, { wallet: 'bob' }],
  ['visitor', { address: '203.0.113.7' }, { address: '203.0.113.8' }],
])(
  'what a %s asks models elsewhere counts, and what is too much is told when it may',
  async (_, one, other) => {
    const { takeCall } = createRateLimits({ perMinute })
    const asked = await Promise.all(Array.from({ length: perMinute.chat + 1 }, () => takeCall(one)))
    expect(asked.filter((seconds) => seconds === 0)).toHaveLength(perMinute.chat)
    expect(Math.max(...asked)).toBeGreaterThan(30)
    expect(await takeCall(other)).toBe(0)
  },
)

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:50123', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['2001:db8::1:2:3:4:5', '2001:db8:0:1::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
])('the address %s counts as %s', (address, key) => {
  expect(addressKey(address)).toBe(key)
})

test('while Redis is away each server counts for itself', async () => {
  const away = new Redis({ host: '127.0.0.1', port: 1, lazyConnect: true, retryStrategy: () => null })
  away.on('error', () => {})
  expect(await answered(limited(away), 'POST', '/api/chat')).toBe(perMinute.chat)
  away.disconnect()
})

/** Whether a Redis listens on the default port; without it, the one test that needs it is skipped. */
async function redisAnswers() {
  const redis = new Redis({
    host: '127.0.0.1',
    lazyConnect: true,
    retryStrategy: () => null,
    connectTimeout: 500,
  })
  redis.on('error', () => {})
  const answers = await redis.connect().then(
    () => true,
    () => false,
  )
  redis.disconnect()
  return answers
}

test.runIf(await redisAnswers())(
  'two servers on one Redis count together (left out by design where none answers)',
  async () => {
    const keyPrefix = `test:${randomUUID()}:`
    const clients = [0, 1].map(() => new Redis({ host: '127.0.0.1', keyPrefix }))
    await Promise.all(clients.map(async (client) => client.ping()))
    const [one, two] = clients.map((client) => limited(client))
    if (!one || !two) throw new Error('no servers')
    expect((await send(one, 'POST', '/api/chat')).status).toBe(200)
    expect((await send(two, 'POST', '/api/chat')).status).toBe(200)
    expect((await send(one, 'POST', '/api/chat')).status).toBe(429)
    expect((await send(two, 'POST', '/api/chat')).status).toBe(429)
    await clients[0]?.del('limit:chat:visitor:203.0.113.7')
    await Promise.all(clients.map((client) => client.quit()))
  },
)

/** An app that counts session lookups; `x-session` is the cookie, and only values with `real` are sessions. */
function countingLookups(limits: Partial<typeof perMinute> = {}) {
  let lookups = 0
  const { addresses, requests } = createRateLimits({ perMinute: { ...perMinute, ...limits } })
  const app = new Hono<AppEnv>()
    .onError(answerProblem)
    .use(
      requestContext({
        log: pino({ level: 'silent' }),
        trustedProxies: 1,
        sessionKey: (headers) => headers.get('x-session'),
        async readSession(headers) {
          const cookie = headers.get('x-session')
          if (cookie === null) return null
          lookups++
          const address = cookie.startsWith('real') ? cookie : undefined
          return address ? { id: address, user: { address }, expiresAt: '2099-01-01T00:00:00.000Z' } : null
        },
      }),
    )
    .use('/api/*', addresses, requests)
    .all('*', (c) => c.text('well'))
  const ask = (cookie: string, address = '203.0.113.7', path = '/api/agents') =>
    app.request(path, { headers: { 'x-forwarded-for': address, 'x-session': cookie } })
  return { ask, lookups: () => lookups }
}

test('an address is bounded before anybody’s session is looked up', async () => {
  const { ask, lookups } = countingLookups()
  for (let count = 0; count < 50; count++) await ask(`real ${count}`)
  expect((await ask('real 50')).status).toBe(429)
  // The limit of an address's visitors and wallets together.
  expect(lookups()).toBe(6 * perMinute.read)
  expect((await ask('real 50', '203.0.113.8')).status).toBe(200)
})

test('a flood of made-up cookies is looked up so often and no more, and sessions of the address go on', async () => {
  const { ask, lookups } = countingLookups({ read: 10_000 })
  expect((await ask('real ada')).status).toBe(200)
  for (let count = 0; count < 500; count++) await ask(`made-up ${count}`)
  expect(lookups()).toBe(1 + 120)
  const refused = await ask('made-up 500')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  // Several concurrent requests, as from a page.
  const answers = await Promise.all([1, 2, 3].map(() => ask('real ada')))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await ask('made-up', '203.0.113.8')).status).toBe(200)
})

test('tries to open a socket have a limit of their own', async () => {
  const { ask } = countingLookups()
  const tried = async () => (await ask('real ada', '203.0.113.7', '/api/realtime')).status
  const statuses: number[] = []
  for (let count = 0; count < 4; count++) statuses.push(await tried())
  expect(statuses).toEqual([200, 200, 200, 200])
  for (let count = 0; count < 10; count++) statuses.push(await tried())
  expect(statuses.at(-1)).toBe(429)
})
