import { expect, test, vi } from 'vitest'
import { NewReplies } from './new-replies.ts'

const running = { id: 'a', state: 'running', updatedAt: '2026-11-21T10:00:00.000Z' } as const
const finished = { ...running, state: 'finished' } as const
const later = { ...finished, updatedAt: '2026-11-21T11:00:00.000Z' } as const

test('a reply that ended while another conversation was shown is new until its own is', () => {
  const replies = new NewReplies()
  const tell = vi.fn()
  replies.subscribe(tell)
  const leave = replies.show('b')
  replies.see([running], 1)
  replies.see([finished], 2)
  expect([...replies.get()]).toEqual(['a'])
  expect(tell).toHaveBeenCalledTimes(1)
  leave()
  replies.show('a')
  expect([...replies.get()]).toEqual([])
})

test('a reply that ended in front of the person is not new, nor is what was there before', () => {
  const replies = new NewReplies()
  replies.see([finished], 1)
  const leave = replies.show('a')
  replies.see([{ ...later, state: 'running' }], 2)
  replies.ended('a', 3)
  leave()
  replies.see([later], 4)
  expect([...replies.get()]).toEqual([])
})

test('a reply that came whole between two lists is new', () => {
  const replies = new NewReplies()
  replies.see([finished], 1)
  replies.see([later], 2)
  expect([...replies.get()]).toEqual(['a'])
})

test('a reply that this page followed to its end elsewhere is new before a list says so', () => {
  const replies = new NewReplies()
  replies.see([running], 1)
  replies.ended('a', 2)
  expect([...replies.get()]).toEqual(['a'])
})

test('an older list that turns up again changes nothing', () => {
  const replies = new NewReplies()
  const leave = replies.show('a')
  replies.see([running], 1)
  replies.see([finished], 3)
  leave()
  replies.see([running], 2)
  replies.see([finished], 4)
  expect([...replies.get()]).toEqual([])
})

test.each(['failed', 'interrupted', 'stopped', 'running'] as const)(
  'a reply that is %s is not new',
  (state) => {
    const replies = new NewReplies()
    replies.see([running], 1)
    replies.ended('a', 2)
    replies.see([{ ...running, state }], 3)
    expect([...replies.get()]).toEqual([])
  },
)
