import { expect, test } from 'vitest'
import { limits } from '../../../../shared/common/limits.ts'
import { askableFilter, readFilter, writeFilter } from './matrix-filter.ts'

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

test('a link reproduces the order and the tag, and the usual order needs no word in it', () => {
  const filter = { query: 'newest', order: 'rising', tag: 'Data Analysis & more' } as const
  expect(read(write('', filter))).toEqual(filter)
  expect(write('?order=rising&tag=a', { order: 'newest' })).toBe('')
  expect(read('?order=newest&tag=%20')).toEqual({})
  expect(read(`?order=best&tag=${'x'.repeat(limits.listItem + 1)}`)).toEqual({})
})

test('a search over the limit narrows nothing, and what else narrows the list stays', () => {
  const most = { query: 'x'.repeat(limits.searchQuery) }
  expect(askableFilter(most)).toEqual(most)
  const long = { query: 'x'.repeat(limits.searchQuery + 1), category: 'neural' } as const
  expect(askableFilter(long)).toEqual({ category: 'neural' })
})
