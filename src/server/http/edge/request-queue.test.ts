import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../../base/log.ts'
import { FairQueue } from '../../domain/fair-queue.ts'
import { readJson } from '../body.ts'
import type { AppEnv } from '../context.ts'
import { eventStream } from '../event-stream.ts'
import { answerProblem } from '../problem.ts'
import { requestContext } from './request-context.ts'
import { requestQueue } from './request-queue.ts'

/** An app whose work ends when the test says so. `x-forwarded-for` sets the address, `x-session` the session. */
async function setting(more: Partial<ConstructorParameters<typeof FairQueue>[0]> = {}) {
  const queue = new FairQueue({
    atOnce: 2,
    atOnceEach: 1,
    waitingEach: 2,
    waiting: 100,
    holdMs: 60_000,
    ...more,
  })
  const begun: string[] = []
  const running: (() => void)[] = []
  const work = (name: string) => {
    begun.push(name)
    return new Promise<void>((resolve) => running.push(resolve))
  }
  const app: Hono<AppEnv> = new Hono<AppEnv>()
    .use(
      requestContext({
        log: createLog('silent'),
        trustedProxies: 1,
        readSession: async () => null,
        sessionKey: (headers) => headers.get('x-session'),
      }),
    )
    .onError(answerProblem)
    .use(requestQueue(queue))
    .get('/stream', () =>
      eventStream(endless(), { idOf: () => undefined, join: () => null, onCancel: () => {} }),
    )
    .post('/body/:name', async (c) => {
      const json = await readJson(c)
      begun.push(c.req.param('name'))
      return c.json(json as object)
    })
    .get('/page/:name', async (c) => {
      const inner = await app.request('/work/of-the-page', undefined, { visitor: c.var })
      return c.text(await inner.text())
    })
    .get('/work/:name', async (c) => {
      if (c.req.param('name') !== 'of-the-page') await work(c.req.param('name'))
      return c.text('done')
    })
  const server = createAdaptorServer({ fetch: app.fetch }) as Server
  onTestFinished(() => {
    for (const end of running) end()
    server.close()
    server.closeAllConnections()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    queue,
    begun,
    port,
    endOne: () => running.shift()?.(),
    ask: (path: string, from = '203.0.113.7', init: RequestInit = {}) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        ...init,
        headers: { 'x-forwarded-for': from, ...init.headers },
      }),
  }
}

async function* endless() {
  yield { type: 'words' }
  await new Promise(() => {})
}

const until = (fits: () => boolean) => expect.poll(fits).toBe(true)

test('one address waits for itself, and another is worked on meanwhile', async () => {
  const { ask, begun, endOne, queue } = await setting()
  const answers = [ask('/work/a1')]
  await until(() => begun.length === 1)
  answers.push(ask('/work/a2'))
  await until(() => queue.waiting === 1)
  answers.push(ask('/work/b1', '203.0.113.8'))
  await until(() => begun.length === 2)
  expect(begun).toEqual(['a1', 'b1'])
  for (let ends = 0; ends < 3; ends++) {
    endOne()
    await until(() => begun.length === Math.min(3, 2 + ends + 1))
  }
  for (const answer of await Promise.all(answers)) expect(await answer.text()).toBe('done')
})

test('more than may wait is told when to come again, and takes nothing from who waits', async () => {
  const { ask, begun, endOne, queue } = await setting()
  const answers = [ask('/work/a1')]
  await until(() => begun.length === 1)
  for (const name of ['a2', 'a3']) {
    answers.push(ask(`/work/${name}`))
    await until(() => queue.waiting === answers.length - 1)
  }
  const refused = await ask('/work/a4')
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(await refused.json()).toMatchObject({ code: 'rate_limited', retryAfter: 1 })
  for (let ends = 1; ends <= 3; ends++) {
    await until(() => begun.length === ends)
    endOne()
  }
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200])
})

test('a stream that goes on holds no place, and neither does a page wait for itself', async () => {
  const { ask, queue } = await setting({ atOnce: 1 })
  const streams = await Promise.all([1, 2, 3].map(() => ask('/stream')))
  const page = await ask('/page/one')
  expect(await page.text()).toBe('done')
  expect(queue.waiting).toBe(0)
  for (const stream of streams) await stream.body?.cancel()
})

test('who sends a body slowly holds up nobody', async () => {
  const { ask, begun, port } = await setting({ atOnce: 1 })
  const slow = connect(port, '127.0.0.1')
  onTestFinished(() => void slow.destroy())
  slow.write(
    'POST /body/slow HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 7\r\n\r\n{"a"',
  )
  await wait(50)
  const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"b":2}' }
  expect(await (await ask('/body/quick', '203.0.113.7', json)).json()).toEqual({ b: 2 })
  slow.write(':1}')
  const [answer] = await once(slow, 'data')
  expect(String(answer)).toContain('{"a":1}')
  expect(begun).toEqual(['quick', 'slow'])
})

test('what is asked by somebody who went away meanwhile is not done', async () => {
  const { ask, begun, endOne, queue } = await setting()
  const first = ask('/work/a1')
  await until(() => begun.length === 1)
  const leaving = new AbortController()
  const left = ask('/work/a2', '203.0.113.7', { signal: leaving.signal }).catch(() => 'left')
  await until(() => queue.waiting === 1)
  leaving.abort()
  expect(await left).toBe('left')
  await wait(50)
  endOne()
  await first
  const next = ask('/work/a3')
  await until(() => begun.length === 2)
  expect(begun).toEqual(['a1', 'a3'])
  endOne()
  await next
})

test('an error gives the place back', async () => {
  const { ask } = await setting({ atOnce: 1 })
  for (let tries = 0; tries < 3; tries++) {
    const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' }
    expect((await ask('/body/broken', '203.0.113.7', json)).status).toBe(400)
  }
  expect((await ask('/page/one')).status).toBe(200)
})
