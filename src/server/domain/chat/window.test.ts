import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChatTurn } from '../../../shared/chat/chat.ts'
import { estimateTokens } from '../estimate-tokens.ts'
import { fitsWindow, turnsThatFit, windowBytes } from './window.ts'

const turns = fc.array(
  fc.record<ChatTurn>({
    role: fc.constantFrom('user', 'assistant'),
    content: fc.oneof(fc.string({ unit: 'grapheme', maxLength: 400 }), fc.constantFrom('', ' \n')),
  }),
  { maxLength: 40 },
)
const always = [{ role: 'user' as const, content: 'The newest text' }]
const replyTokens = 100

// §7.7
test('what is kept is the newest end of the conversation, whole, and leaves room for the reply', () => {
  fc.assert(
    fc.property(turns, fc.integer({ min: 0, max: 4_000 }), (given, tokens) => {
      const kept = turnsThatFit(given, always, { tokens, replyTokens })
      const said = given.filter(({ content }) => content.trim() !== '')
      expect(kept).toEqual(said.slice(said.length - kept.length))
      const used = [...always, ...kept].reduce((sum, { content }) => sum + estimateTokens(content), 0)
      if (kept.length > 0) expect(used + replyTokens).toBeLessThanOrEqual(tokens)
    }),
  )
})

test('no more is dropped than must be: one turn more would not fit, or is a question whose answer leads', () => {
  fc.assert(
    fc.property(turns, fc.integer({ min: 0, max: 4_000 }), (given, tokens) => {
      const kept = turnsThatFit(given, always, { tokens, replyTokens })
      const said = given.filter(({ content }) => content.trim() !== '')
      if (kept.length === said.length) return
      expect(kept[0]?.role).not.toBe('assistant')
      // Together with the answers that were dropped with their questions, and the turn before them, the window is full.
      let first = said.length - kept.length - 1
      while (first > 0 && said[first]?.role === 'assistant') first--
      const more = said.slice(first)
      const used = [...always, ...more].reduce((sum, { content }) => sum + estimateTokens(content), 0)
      expect(used + replyTokens).toBeGreaterThan(tokens)
    }),
  )
})

test('a conversation that fits is kept as it is, an answer in front included', () => {
  const given: ChatTurn[] = [
    { role: 'assistant', content: 'Welcome.' },
    { role: 'user', content: 'Hello' },
  ]
  expect(turnsThatFit(given, always, { tokens: 4_000, replyTokens })).toEqual(given)
})

test('messages fit a window down to the last token beside the reply', () => {
  const used = always.reduce((sum, { content }) => sum + estimateTokens(content), 0)
  expect(fitsWindow(always, { tokens: used + replyTokens, replyTokens })).toBe(true)
  expect(fitsWindow(always, { tokens: used + replyTokens - 1, replyTokens })).toBe(false)
})

test('the estimate stays above what tokenizers make of a text', () => {
  // Counted with cl100k_base: 10, 9 and 4 tokens.
  expect(estimateTokens('The quick brown fox jumps over the lazy dog.')).toBeGreaterThanOrEqual(10)
  expect(estimateTokens('你好，请解释光。')).toBeGreaterThanOrEqual(9)
  expect(estimateTokens('👩‍🚀')).toBeGreaterThanOrEqual(4)
})

test('what has too many bytes for the window does not fit it, whatever it is written in', () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary-ascii' }))
  fc.assert(
    fc.property(text, fc.integer({ min: 0, max: 40 }), (content, tokens) => {
      if (Buffer.byteLength(content) <= windowBytes({ tokens, replyTokens: 10 })) return
      expect(estimateTokens(content)).toBeGreaterThan(tokens - 10)
    }),
  )
})
