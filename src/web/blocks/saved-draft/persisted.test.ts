import { expect, test } from 'vitest'
import { persistedById, textSchema } from './persisted.ts'

function storage() {
  const items = new Map<string, string>()
  return {
    items,
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  }
}

function memoryOf(kept: ReturnType<typeof storage>, most = 3) {
  return persistedById('drafts', textSchema, { storage: () => kept, most })
}

test('what was remembered is there after a reload, and forgotten things leave nothing behind', () => {
  const kept = storage()
  memoryOf(kept).remember('a', 'half a thought')
  expect(memoryOf(kept).recall('a')).toBe('half a thought')
  expect(memoryOf(kept).recall('b')).toBeUndefined()
  memoryOf(kept).remember('a', null)
  expect(memoryOf(kept).recall('a')).toBeUndefined()
  expect(kept.items.size).toBe(0)
})

test('what was not touched for longest is let go first', () => {
  const memory = memoryOf(storage(), 2)
  memory.remember('a', '1')
  memory.remember('b', '2')
  memory.remember('a', '3')
  memory.remember('c', '4')
  expect([memory.recall('a'), memory.recall('b'), memory.recall('c')]).toEqual(['3', undefined, '4'])
})

test('what it does not understand it passes over', () => {
  const kept = storage()
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
  const kept = storage()
  const [one, other] = [memoryOf(kept), memoryOf(kept)]
  one.remember('a', 'from here')
  other.remember('b', 'from there')
  one.remember('a', 'from here again')
  expect([other.recall('a'), one.recall('b')]).toEqual(['from here again', 'from there'])
})
