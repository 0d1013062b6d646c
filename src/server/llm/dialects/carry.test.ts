import { expect, test } from 'vitest'
import { ChatCarry, withChatCarry } from './chat-carry.ts'
import { inOrder, MOST_CARRIED, OrderedCarry } from './ordered-carry.ts'

const LARGE = 'x'.repeat(MOST_CARRIED)

test('more than a conversation should keep is not carried at all', () => {
  const ordered = new OrderedCarry()
  ordered.add({ type: 'reasoning', encrypted_content: LARGE })
  expect(ordered.bytes).toBeNull()
  const chat = new ChatCarry()
  for (const half of [LARGE, LARGE]) chat.take({ reasoning_content: half })
  expect(chat.bytesWith([])).toBeNull()
})

test('where nothing is to be carried there is no carry', () => {
  const ordered = new OrderedCarry()
  ordered.words()
  ordered.call()
  expect(ordered.bytes).toBeNull()
  expect(new ChatCarry().bytesWith([undefined])).toBeNull()
})

test('pieces of a detail are one, and details of another kind or index are others', () => {
  const carry = new ChatCarry()
  const text = { type: 'reasoning.text', index: 0 }
  carry.take({ reasoning_details: [{ ...text, text: 'They ', signature: null }] })
  carry.take({
    reasoning_details: [
      { ...text, text: 'ask.' },
      { ...text, signature: 's' },
    ],
  })
  carry.take({ reasoning_details: [{ type: 'reasoning.encrypted', index: 1, data: 'e' }] })
  const details = [
    { ...text, text: 'They ask.', signature: 's' },
    { type: 'reasoning.encrypted', index: 1, data: 'e' },
  ]
  expect(withChatCarry(carry.bytesWith([]) ?? '', [{ id: 'a' }])).toEqual({
    reasoning_details: details,
    tool_calls: [{ id: 'a' }],
  })
})

test('words and calls that have no place any more are said in the end, and none is said twice', () => {
  const order = JSON.stringify([{ n: 1 }, 'call', 'words', 'call', 'call', 7, null])
  expect(inOrder(order, { words: ['w'], calls: ['a', 'b'] })).toEqual([{ n: 1 }, 'a', 'w', 'b'])
  expect(inOrder('[]', { words: ['w'], calls: ['a'] })).toEqual(['w', 'a'])
  expect(inOrder('{}', { words: [], calls: ['a'] })).toEqual(['a'])
})
