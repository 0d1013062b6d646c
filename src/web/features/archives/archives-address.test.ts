import { expect, test } from 'vitest'
import { type ArchivesState, readArchivesAddress, writeArchivesAddress } from './archives-address.ts'

const read = (address: string) => readArchivesAddress(new URLSearchParams(address))
const start: ArchivesState = { tab: 'archives', query: '', category: undefined }

test('a plain address is the archives, with nothing narrowed', () => {
  expect(read('')).toEqual(start)
  expect(writeArchivesAddress(start)).toBe('')
})

test('an address gives back what was written into it', () => {
  const state: ArchivesState = { tab: 'glossary', query: 'a & b = 100%?', category: 'ML' }
  expect(read(writeArchivesAddress(state))).toEqual(state)
})

test('a tab or a category that there is not is as good as none', () => {
  expect(read('tab=vault&category=ai&other=1')).toEqual(start)
})

test('the address carries no blanks around a search, and none of a pasted page', () => {
  expect(writeArchivesAddress({ ...start, query: '  qubit ' })).toBe('query=qubit')
  expect(writeArchivesAddress({ ...start, query: '   ' })).toBe('')
  expect(writeArchivesAddress({ ...start, query: 'x'.repeat(200) })).toHaveLength('query='.length + 200)
  expect(writeArchivesAddress({ ...start, query: 'x'.repeat(201) })).toBe('')
})
