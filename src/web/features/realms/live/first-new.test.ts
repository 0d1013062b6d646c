import { expect, test } from 'vitest'
import { answering, said } from '../../../../../test/model-realm.ts'
import { newestLog } from '../log/realm-log.ts'
import { firstNew } from './first-new.ts'

const log = newestLog({
  messages: [said(5, 5, 'bob'), said(6, 6, 'ada'), said(7, 7, 'bob'), answering(8, 8, '')],
  hasMore: true,
  version: 8,
})
const seen = (read: number | undefined, until = 8, self: string | null = 'ada') =>
  firstNew(log, { read, until, self })

test('the first new message is the one behind the last that was read', () => {
  expect(seen(6)).toBe(7)
  expect(seen(4)).toBe(5)
})

test('own words are not new, what an agent said for oneself is', () => {
  expect(seen(5)).toBe(7)
  expect(seen(7)).toBe(8)
  expect(seen(5, 8, null)).toBe(6)
})

test('what is held is not new: nobody would see what stands under the heading', () => {
  const held = { ...said(7, 7, ''), content: '', withheld: true as const }
  const page = { messages: [said(6, 6, 'bob'), held], hasMore: true, version: 8 }
  const readUntil = (read: number, messages = page.messages) =>
    firstNew(newestLog({ ...page, messages }), { read, until: 8, self: 'ada' })
  expect(readUntil(6)).toBeUndefined()
  expect(readUntil(6, [...page.messages, said(8, 8, 'bob')])).toBe(8)
})

test('nothing is new in a realm that was never read, or was read to its end', () => {
  expect(seen(undefined)).toBeUndefined()
  expect(seen(8)).toBeUndefined()
})

test('what came after it was opened was not new then', () => {
  expect(seen(6, 6)).toBeUndefined()
  expect(seen(5, 6)).toBeUndefined()
})

test('it may be among messages that are not loaded yet', () => {
  expect(seen(2)).toBe(3)
})
