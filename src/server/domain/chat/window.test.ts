import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChatTurn } from '../../../shared/chat/chat.ts'
import { estimateTokens } from '../estimate-tokens.ts'
import { DEFAULT_WINDOW_TOKENS, fitsWindow, turnsThatFit, windowBytes, windowOf } from './window.ts'

const provider = (model: string) => ({ kind: 'provider', model }) as const

test.each([
  ['gpt-4-turbo-preview', undefined, 128_000],
  ['gpt-4', undefined, 8_192],
  ['gpt-4-0613', undefined, 8_192],
  ['gpt-4o-mini', undefined, 128_000],
  ['openai/gpt-4.1-mini', undefined, 1_047_576],
  ['GPT-3.5-Turbo', undefined, 16_385],
  ['somebody-elses-model', undefined, DEFAULT_WINDOW_TOKENS],
  ['somebody-elses-model', 50_000, 50_000],
  ['gpt-4', 50_000, 8_192],
  ['gpt-4o', 50_000, 50_000],
])('the window of %s with %s configured is %i', (model, configured, tokens) => {
  expect(windowOf(provider(model), configured)).toBe(tokens)
})

test('a model on the own machine has the window that its server was given, whatever its name', () => {
  const local = { kind: 'local', server: 'Ollama', model: 'gpt-4o' } as const
  expect(windowOf(local, undefined)).toBe(DEFAULT_WINDOW_TOKENS)
  expect(windowOf(local, 32_000)).toBe(32_000)
})

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
