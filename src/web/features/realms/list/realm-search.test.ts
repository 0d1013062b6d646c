import { expect, test } from 'vitest'
import { limits } from '../../../../shared/common/limits.ts'
import { askableSearch, searchProblem } from '../../../../shared/common/search-text.ts'
import { readListing, readSearch, writeListing, writeSearch } from './realm-search.ts'

test.each(['', 'atrium', '50%_\\ & more+#?', 'é 漢'])('a link reproduces the search %j', (query) => {
  expect(readSearch(new URLSearchParams(writeSearch(new URLSearchParams(), query).toString()))).toBe(query)
})

test('a new search takes the place of the old one and leaves the rest of the address alone', () => {
  expect(writeSearch(new URLSearchParams('?query=old&x=1'), ' new ').toString()).toBe('query=new&x=1')
  expect(writeSearch(new URLSearchParams('?query=old&x=1'), '  ').toString()).toBe('x=1')
})

test('a search over the limit is refused before the server is asked', () => {
  expect(searchProblem('x'.repeat(limits.searchQuery))).toBeUndefined()
  const long = 'x'.repeat(limits.searchQuery + 1)
  expect(searchProblem(long)).toMatch(/at most 200 characters/)
  expect(askableSearch(long)).toBe('')
})

test('whose realms are listed is in the address, beside the search', () => {
  const yours = writeListing(new URLSearchParams('?query=atrium'), 'yours')
  expect(readListing(yours)).toBe('yours')
  expect(readSearch(yours)).toBe('atrium')
  expect(writeListing(yours, 'all').toString()).toBe('query=atrium')
  for (const odd of ['', '?show', '?show=mine']) expect(readListing(new URLSearchParams(odd))).toBe('all')
})
