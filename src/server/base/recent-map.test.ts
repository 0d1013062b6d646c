import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RecentMap } from './recent-map.ts'

test('it has the entries that were set last, and those alone', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.array(fc.nat(8)), (most, keys) => {
      const map = new RecentMap<number, number>(most)
      for (const [nth, key] of keys.entries()) map.set(key, nth)
      const last = [...new Set(keys.toReversed())].slice(0, most)
      expect([...map]).toEqual(last.toReversed().map((key) => [key, keys.lastIndexOf(key)]))
    }),
  )
})
