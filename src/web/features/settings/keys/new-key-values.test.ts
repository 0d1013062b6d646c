import { expect, test } from 'vitest'
import { checkNewKey, emptyKey, newKeyOf } from './new-key-values.ts'

const id = '6f1c5e0a-9a3b-4c55-8c62-0a4c43a4a111'
const now = new Date('2026-01-01T00:00:00.000Z')

test('an agent is found in its link, numbers are read as people write them, and days are counted from now', () => {
  const typed = {
    name: ' Mine ',
    agentId: `https://bionic.example/chat/${id}?x`,
    days: '7',
    wordsADay: '10,000',
  }
  expect(newKeyOf({ ...emptyKey, ...typed, days: '7' }, now)).toEqual({
    name: ' Mine ',
    agentId: id,
    wordsADay: 10_000,
    expiresAt: '2026-01-08T00:00:00.000Z',
  })
  expect(newKeyOf({ ...emptyKey, name: 'Mine' }, now)).toEqual({
    name: 'Mine',
    agentId: null,
    wordsADay: null,
    expiresAt: null,
  })
})

test('what can not be sent is said at its field', () => {
  expect(checkNewKey({ ...emptyKey, name: 'Mine' })).toEqual({})
  expect(Object.keys(checkNewKey({ ...emptyKey, agentId: 'somebody', wordsADay: 'many' }))).toEqual([
    'name',
    'agentId',
    'wordsADay',
  ])
  expect(checkNewKey({ ...emptyKey, name: 'Mine', wordsADay: '5' })).toHaveProperty('wordsADay')
})
