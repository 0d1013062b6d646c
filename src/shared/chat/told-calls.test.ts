import { expect, test } from 'vitest'
import { toolPart } from '../../../test/tool-part.ts'
import { bringsPrivate, callsToldToAll } from './told-calls.ts'

const text = (of: string) => ({ kind: 'text' as const, text: of })
const done = (result: string) => ({ state: 'done' as const, result, ms: 5 })

test('others are told what was called, where in the text, and what came back', () => {
  const parts = [
    text('First. '),
    toolPart(done('42')),
    { kind: 'reasoning' as const, text: 'Hm' },
    text('Then.'),
  ]
  expect(callsToldToAll(parts, false)).toEqual([
    {
      at: 7,
      title: 'Send a message',
      origin: 'mail.example.com',
      state: 'done',
      arguments: '{"to":"ada@example.com","body":"Hello"}',
      result: '42',
      ms: 5,
    },
  ])
})

test('a private result is told to nobody, and no arguments that were written with it or after it', () => {
  const secret = toolPart(done('SECRET'), { brings: { untrusted: false, private: true } })
  const later = toolPart(done('open'), { id: 2, arguments: '{"q":"SECRET"}' })
  const told = callsToldToAll([secret, later], false)
  expect(JSON.stringify(told)).not.toContain('SECRET')
  expect(told.map(({ result }) => result)).toEqual([undefined, 'open'])
  expect(bringsPrivate([secret])).toBe(true)
  expect(callsToldToAll([toolPart(done('42'))], true)[0]).not.toHaveProperty('arguments')
})

test('what a person said with a refusal, and why a call failed, stays between them', () => {
  const parts = [
    toolPart({ state: 'refused', words: 'SECRET' }),
    toolPart({ state: 'failed', why: 'SECRET' }, { id: 2 }),
  ]
  const told = callsToldToAll(parts, false)
  expect(told.map(({ state }) => state)).toEqual(['refused', 'failed'])
  expect(JSON.stringify(told)).not.toContain('SECRET')
})
