import { expect, test } from 'vitest'
import { chatItemsOf, turnsOf } from './engine-turns.ts'

test('whatever order messages come in, the model gets one system message and then turns that alternate', () => {
  const turns = turnsOf([
    { role: 'system', content: 'You are Ada.' },
    { role: 'system', content: 'You know tides.' },
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: ' ' },
    { role: 'system', content: 'It is night.' },
    { role: 'user', content: 'Who are you?' },
    { role: 'assistant', content: 'Ada.' },
    { role: 'assistant', content: 'And you?' },
    { role: 'system', content: 'Be brief.' },
  ])
  expect(turns).toEqual([
    { role: 'system', text: 'You are Ada.\n\nYou know tides.' },
    { role: 'user', text: 'Hello\n\nIt is night.\n\nWho are you?' },
    { role: 'assistant', text: 'Ada.\n\nAnd you?' },
    { role: 'user', text: 'Be brief.' },
  ])
  expect(chatItemsOf(turns).at(-1)).toEqual({ type: 'model', response: [] })
})
