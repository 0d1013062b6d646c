import { expect, test } from 'vitest'
import { toolPart, UNTIL, waitingFor } from '../../../../test/tool-part.ts'
import { asksAlways, gistOf, isQuestion, openable, shownCall, stateAt, timeTaken } from './shown-call.ts'

const now = new Date('2026-11-26T12:00:00Z')

test('nobody decides after the time, whether the server has noticed or not', () => {
  expect(stateAt(waitingFor('acts'), now)).toBe('waiting')
  expect(stateAt(waitingFor('acts'), new Date(UNTIL))).toBe('expired')
})

test('a call tells what came back, why it failed and what its person said', () => {
  const of = (status: Parameters<typeof toolPart>[0]) => shownCall(toolPart(status), now)
  expect(of({ state: 'done', result: '42', length: 900, ms: 12 })).toMatchObject({
    result: '42',
    length: 900,
    ms: 12,
  })
  expect(of({ state: 'failed', why: 'No.' })).toMatchObject({ state: 'failed', why: 'No.' })
  expect(of({ state: 'refused', words: 'Not now.' })).toMatchObject({ words: 'Not now.' })
  expect(of({ state: 'superseded' })).not.toHaveProperty('result')
})

test('two calls of one tool are told apart by what they are about, of which nothing is hidden and no letter torn', () => {
  const sends = (body: string) =>
    gistOf({ ...toolPart(waitingFor('acts')), arguments: JSON.stringify({ to: 'Ada', body }) })
  expect(sends('Hello')).toBe('Ada, Hello')
  expect(sends('a\u200bb')).toBe('Ada, a⟨U+200B⟩b')
  expect(sends('😀'.repeat(200))).toBe(`Ada, ${'😀'.repeat(75)}`)
  expect(gistOf({ ...toolPart(waitingFor('acts')), arguments: 'no JSON' })).toBe('no JSON')
  const question = { kind: 'text' as const, text: 'Which one?' }
  const asked = toolPart({ state: 'waiting', wait: { for: 'input', question }, until: UNTIL })
  expect(gistOf(asked)).toBe('Which one?')
})

test('what a server asks names that server; only the agent’s own question goes without', () => {
  const part = { ...toolPart(waitingFor('acts')), name: 'ask_person' }
  expect(isQuestion({ ...part, origin: null })).toBe(true)
  expect(isQuestion({ ...part, origin: 'mail.example' })).toBe(false)
})

test('nothing can be allowed from now on where text of others and private text come together', () => {
  expect(asksAlways(waitingFor('acts', 'untrusted', 'private'))).toBe(true)
  expect(asksAlways(waitingFor('acts', 'untrusted', 'first'))).toBe(false)
  expect(asksAlways({ state: 'allowed' })).toBe(false)
})

test.each([
  ['https://pay.example/x?y=1', 'pay.example'],
  ['https://bücher.example:8443', 'xn--bcher-kva.example:8443'],
  ['https://good.example@evil.example/', undefined],
  ['javascript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['/settings', undefined],
  [undefined, undefined],
])('of %j a person may open %j', (address, host) => {
  expect(openable(address)?.host).toBe(host)
})

test('time is told as people read it', () => {
  expect([3, 1_240, 59_600].map(timeTaken)).toEqual(['3 ms', '1.2 s', '60 s'])
})
