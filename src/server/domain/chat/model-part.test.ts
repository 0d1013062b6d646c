import { expect, test } from 'vitest'
import type { ModelEvent } from '../../llm/provider.ts'
import { finishedModel, ModelPart } from './model-part.ts'
import { PartWriter } from './write-parts.ts'

const prices = { input: 2, output: 10, cachedInput: 0.5 }
const usage = { prompt: 1_000, completion: 50, cached: 400, reasoning: 20 }

function written(
  requests: readonly (readonly (ModelEvent | number)[])[],
  known: typeof prices | null = prices,
) {
  let now = 0
  const writer = new PartWriter()
  const part = new ModelPart(
    writer,
    { asked: 'small', provider: 'Somewhere', payer: 'person', prices: known },
    () => now,
  )
  const told: unknown[] = []
  for (const events of requests) {
    part.request()
    for (const event of events)
      if (typeof event === 'number') now += event
      else told.push(...part.hear(event))
    part.over()
  }
  told.push(...part.finish())
  return { told, parts: writer.parts, writer }
}

test('a reply says its model before its first word, and once more at its end', () => {
  const { told, parts } = written([
    [100, { type: 'words', text: 'Hi' }, 50, { type: 'end', reason: 'stop', usage }],
  ])
  expect(told).toMatchObject([
    { type: 'model', asked: 'small', payer: 'person', ms: null, tokens: null },
    { type: 'model', ms: 150, tokens: usage, thoughtMs: null, micros: 600 * 2 + 400 * 0.5 + 50 * 10 },
  ])
  expect(parts).toHaveLength(1)
})

test('of several requests tokens, times and thoughts are summed up, and unknown tokens of one leave none', () => {
  const thinking: (ModelEvent | number)[] = [
    { type: 'answering', model: 'small-2026' },
    { type: 'reasoning', text: 'Hm' },
    30,
    { type: 'words', text: 'Hi' },
    20,
  ]
  const end: ModelEvent = { type: 'end', reason: 'stop', usage }
  const twice = written([
    [...thinking, end],
    [...thinking, end],
  ])
  expect(twice.told.at(-1)).toMatchObject({
    ...{ answered: 'small-2026', ms: 100, thoughtMs: 60 },
    tokens: { prompt: 2_000, completion: 100, cached: 800, reasoning: 40 },
  })
  const once = written([[...thinking, end], thinking])
  expect(once.told.at(-1)).toMatchObject({ tokens: null, micros: null, ms: 100 })
})

test('a second choice is said with its reason, and has no price, since the prices are those of the first', () => {
  const { told } = written([
    [
      { type: 'answering', model: 'other', provider: 'Elsewhere', instead: 'busy' },
      { type: 'end', reason: 'refused', usage },
    ],
  ])
  expect(told.at(-1)).toMatchObject({
    ...{ answered: 'other', provider: 'Elsewhere', instead: 'busy' },
    ...{ ended: 'refused', micros: null, tokens: { prompt: 1_000 } },
  })
})

test('nothing is said of a model that sent nothing, and of one that is cut off from outside its time', () => {
  expect(written([[100]]).told).toEqual([])
  const { writer } = written([])
  const part = new ModelPart(writer, { asked: 'small', provider: '', payer: 'place', prices: null })
  part.request()
  part.hear({ type: 'words', text: 'Hi' })
  writer.grow('words', 'Hi')
  expect(finishedModel(writer.parts, 12.4)).toMatchObject({ at: 0, id: 1, revision: 2, ms: 12, tokens: null })
  part.over()
  part.finish()
  expect(finishedModel(writer.parts, 12.4)).toBeNull()
})

test('what is stored of the longest usual names takes at most 300 bytes', () => {
  const { parts } = written([
    [
      { type: 'answering', model: 'claude-sonnet-5-5-20260901' },
      {
        type: 'end',
        reason: 'stop',
        usage: { prompt: 123_456, completion: 7_890, cached: 100_000, reasoning: 4_000 },
      },
    ],
  ])
  expect(Buffer.byteLength(JSON.stringify(parts[0]))).toBeLessThanOrEqual(300)
})
