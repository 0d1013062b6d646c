import { gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { AppEnv } from '../context.ts'
import { compressAnswers } from './compress-answers.ts'

const texts = { short: 'a short answer', middle: 'ab '.repeat(1_000), long: 'ab '.repeat(100_000) }
const app = new Hono<AppEnv>()
  .use(compressAnswers)
  .get('/text/:length', (c) => {
    c.header('x-kept', 'yes')
    return c.json(texts[c.req.param('length') as keyof typeof texts], 201)
  })
  .get('/events', (c) => c.body('data: one\n\n'.repeat(500), 200, { 'content-type': 'text/event-stream' }))
  .get('/picture', (c) => c.body(new Uint8Array(5_000), 200, { 'content-type': 'image/webp' }))
  .get('/nothing', (c) => c.body(null, 204))

const ask = (path: string, accepted?: string) =>
  app.request(path, { headers: accepted === undefined ? {} : { 'accept-encoding': accepted } })

test.each(['middle', 'long'] as const)(
  'a %s answer comes compressed to who takes it, and is the same',
  async (length) => {
    for (const accepted of ['gzip', 'br, gzip;q=0.5', '*', 'deflate, GZIP']) {
      const answer = await ask(`/text/${length}`, accepted)
      expect(answer.status).toBe(201)
      expect(answer.headers.get('content-encoding')).toBe('gzip')
      expect(answer.headers.get('vary')).toBe('accept-encoding')
      expect(answer.headers.get('x-kept')).toBe('yes')
      expect(JSON.parse(gunzipSync(await answer.arrayBuffer()).toString())).toBe(texts[length])
    }
  },
)

test('who takes no gzip gets the answer as it is', async () => {
  for (const accepted of [undefined, '', 'br', 'gzip;q=0', 'gzip;q=0, *']) {
    const answer = await ask('/text/middle', accepted)
    expect(answer.headers.get('content-encoding')).toBe(null)
    expect(answer.headers.get('vary')).toBe('accept-encoding')
    expect(await answer.json()).toBe(texts.middle)
  }
})

test('a short answer is not worth it, and streams of events, pictures and nothing stay as they are', async () => {
  const short = await ask('/text/short', 'gzip')
  expect(short.headers.get('content-encoding')).toBe(null)
  expect(await short.json()).toBe(texts.short)
  for (const path of ['/events', '/picture', '/nothing'])
    expect((await ask(path, 'gzip')).headers.get('content-encoding')).toBe(null)
})
