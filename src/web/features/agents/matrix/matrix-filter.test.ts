import { expect, test } from 'vitest'
import { limits } from '../../../../shared/common/limits.ts'
import { askableFilter, filterProblem, readFilter, writeFilter } from './matrix-filter.ts'

const read = (search: string) => readFilter(new URLSearchParams(search))
const write = (search: string, filter: Parameters<typeof writeFilter>[1]) =>
  writeFilter(new URLSearchParams(search), filter).toString()

test('a link reproduces the search and the category', () => {
  for (const filter of [
    {},
    { query: 'pattern' },
    { category: 'quantum' },
    { query: '50%_\\ & more+#?', category: 'neural' },
  ] as const)
    expect(read(write('', filter))).toEqual(filter)
})

test('an unknown category and a blank search narrow nothing', () => {
  expect(read('?query=%20%20&category=plasma')).toEqual({})
  expect(read('?category=NEURAL')).toEqual({})
})

test('a new filter takes the place of the old one and leaves the rest of the address alone', () => {
  expect(write('?query=old&category=neural&agent=7', { query: ' new ' })).toBe('query=new&agent=7')
})

test('a search over the limit is refused before the server is asked', () => {
  expect(filterProblem({ query: 'x'.repeat(limits.searchQuery) })).toBeUndefined()
  const long = { query: 'x'.repeat(limits.searchQuery + 1), category: 'neural' } as const
  expect(filterProblem(long)).toMatch(/at most 200 characters/)
  expect(askableFilter(long)).toEqual({ category: 'neural' })
})
