import { expect, test } from 'vitest'
import { formatTraceparent, parseTraceparent, Sampler, traceIdOf } from './trace-context.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const spanId = 'b7ad6b7169203331'

test('what is written is read again', () => {
  for (const sampled of [true, false]) {
    const context = { traceId, spanId, sampled }
    expect(parseTraceparent(formatTraceparent(context))).toEqual(context)
  }
})

test('a later version is read as far as it is known', () => {
  expect(parseTraceparent(`cc-${traceId}-${spanId}-01-what-will-be`)).toEqual({
    traceId,
    spanId,
    sampled: true,
  })
})

test.each([
  undefined,
  '',
  `00-${traceId}-${spanId}`,
  `00-${traceId}-${spanId}-01-more`,
  `00-${traceId}-${spanId}-01 `,
  `ff-${traceId}-${spanId}-01`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  `00-${'0'.repeat(32)}-${spanId}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `cc-${traceId}-${spanId}-01-${'x'.repeat(300)}`,
])('%j is no header of a trace', (header) => {
  expect(parseTraceparent(header)).toBeUndefined()
})

test('the id of a request is that of its trace', () => {
  expect(traceIdOf('0af76519-16cd-43dd-8448-eb211c80319c')).toBe(traceId)
})

test('a share of the traces is taken, the same ones on every server', () => {
  const ids = Array.from({ length: 4_000 }, () => traceIdOf(crypto.randomUUID()))
  const [one, other] = [new Sampler('traceidratio', 0.25), new Sampler('parentbased_traceidratio', 0.25)]
  const taken = ids.filter((id) => one.takes(id))
  expect(ids.filter((id) => other.takes(id))).toEqual(taken)
  expect(taken.length / ids.length).toBeGreaterThan(0.2)
  expect(taken.length / ids.length).toBeLessThan(0.3)
})

test('what a parent decided holds where the sampler goes by it', () => {
  expect(new Sampler('parentbased_always_off').takes(traceId, { sampled: true })).toBe(true)
  expect(new Sampler('parentbased_always_on').takes(traceId, { sampled: false })).toBe(false)
  expect(new Sampler('always_off').takes(traceId, { sampled: true })).toBe(false)
  expect(new Sampler('always_on').takes(traceId, { sampled: false })).toBe(true)
})
