import { expect, test } from 'vitest'
import { mapStorage } from '../../../../test/map-storage.ts'
import { persistedById, textSchema } from './persisted.ts'

function memoryOf(kept: ReturnType<typeof mapStorage>, most = 3) {
  return persistedById('drafts', textSchema, { storage: () => kept, most })
}

test('what was remembered is there after a reload, and forgotten things leave nothing behind', () => {
  const kept = mapStorage()
  memoryOf(kept).remember('a', 'half a thought')
  expect(memoryOf(kept).recall('a')).toBe('half a thought')
  expect(memoryOf(kept).recall('b')).toBeUndefined()
  memoryOf(kept).remember('a', null)
  expect(memoryOf(kept).recall('a')).toBeUndefined()
  expect(kept.items.size).toBe(0)
})

test('what was not touched for longest is let go first', () => {
  const memory = memoryOf(mapStorage(), 2)
  memory.remember('a', '1')
  memory.remember('b', '2')
  memory.remember('a', '3')
  memory.remember('c', '4')
  expect([memory.recall('a'), memory.recall('b'), memory.recall('c')]).toEqual(['3', undefined, '4'])
})

test('what it does not understand it passes over', () => {
  const kept = mapStorage()
  for (const text of ['{', 'null', '{"a":"x"}', '[["a",1],["b"],7,["c","well"]]']) {
    kept.setItem('drafts', text)
    expect(memoryOf(kept).recall('a')).toBeUndefined()
  }
  expect(memoryOf(kept).recall('c')).toBe('well')
})

test('a storage that refuses is a page without a memory, not a broken one', () => {
  const memory = persistedById('drafts', textSchema, {
    storage: () => {
      throw new DOMException('Denied', 'SecurityError')
    },
    most: 3,
  })
  expect(() => memory.remember('a', 'x')).not.toThrow()
  expect(memory.recall('a')).toBeUndefined()
})

test('tabs that share a place do not lose what the other one remembered', () => {
  const kept = mapStorage()
  const [one, other] = [memoryOf(kept), memoryOf(kept)]
  one.remember('a', 'from here')
  other.remember('b', 'from there')
  one.remember('a', 'from here again')
  expect([other.recall('a'), one.recall('b')]).toEqual(['from here again', 'from there'])
})
