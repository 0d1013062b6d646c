import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { currentSpan, type FinishedSpan, inSpan, iterateIn, Tracer, within } from './trace.ts'
import { Sampler } from './trace-context.ts'

const traceId = 'a'.repeat(32)

function begin(sampler = new Sampler('always_on')) {
  const spans: FinishedSpan[] = []
  const root = new Tracer(sampler, (span) => spans.push(span)).begin(traceId, undefined, 'request', {
    kind: 'server',
  })
  return { spans, root }
}

test('work outside of a trace is done as it is, and nothing is recorded', async () => {
  expect(await inSpan('work', async () => currentSpan())).toBeUndefined()
})

test('what is not sampled begins no trace', () => {
  expect(begin(new Sampler('always_off')).root).toBeUndefined()
})

test('work within work is a child of it, whatever is waited for', async () => {
  const { spans, root } = begin()
  await within(root, () =>
    inSpan('outer', async () => {
      await wait(1)
      await inSpan('inner', () => wait(1))
    }),
  )
  const [inner, outer] = spans
  expect(spans.map(({ name }) => name)).toEqual(['inner', 'outer'])
  expect(inner?.parentId).toBe(outer?.spanId)
  expect(outer?.parentId).toBe(root?.spanId)
  expect(inner && outer && inner.began >= outer.began && inner.ended <= outer.ended).toBe(true)
})

test('an error fails its span by its kind alone, and goes on', async () => {
  const { spans, root } = begin()
  const failing = () => Promise.reject(Object.assign(new RangeError('of somebody'), { code: '57014' }))
  await expect(within(root, () => inSpan('statement', failing))).rejects.toThrow('of somebody')
  expect(spans[0]).toMatchObject({ failed: true, attributes: { 'error.type': '57014' } })
  expect(JSON.stringify(spans)).not.toContain('somebody')
})

test('a generator works within its span, and its reader does not', async () => {
  const { spans, root } = begin()
  async function* work() {
    yield currentSpan()
    await wait(1)
    yield currentSpan()
  }
  const span = root?.child('reply')
  if (!span) throw new Error('There is no span.')
  for await (const seen of iterateIn(span, work())) expect([seen, currentSpan()]).toEqual([span, undefined])
  expect(spans.map(({ name }) => name)).toEqual(['reply'])
})

test('a generator that is left ends its span and lets go of what it held', async () => {
  const { spans, root } = begin()
  let isLetGo = false
  async function* work() {
    try {
      yield 1
      yield 2
    } finally {
      isLetGo = true
    }
  }
  const span = root?.child('reply')
  if (!span) throw new Error('There is no span.')
  for await (const _ of iterateIn(span, work())) break
  expect([isLetGo, spans.length]).toEqual([true, 1])
})

test('a trace has so many spans, and says how many it left out', async () => {
  const { spans, root } = begin()
  await within(root, async () => {
    for (let statement = 0; statement < 200; statement++) await inSpan('statement', async () => {})
  })
  root?.end()
  expect(spans).toHaveLength(129)
  expect(spans.at(-1)?.attributes).toEqual({ 'bionic.spans_left_out': 72 })
})

test('what goes on after a trace is over is no part of it', async () => {
  const { spans, root } = begin()
  const later = within(root, async () => {
    await wait(1)
    return inSpan('later', async () => currentSpan()?.name)
  })
  root?.end()
  expect(await later).toBe('request')
  expect(spans.map(({ name }) => name)).toEqual(['request'])
})
