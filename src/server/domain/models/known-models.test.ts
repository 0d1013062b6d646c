import { expect, test } from 'vitest'
import { DEFAULT_WINDOW_TOKENS, type FactSources, factsOf, isForTalking } from './known-models.ts'

const nothing: FactSources = {
  file: {},
  listed: {},
  windowTokens: undefined,
  visionModels: undefined,
  isLocal: false,
}

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
])('the window of %s with %s configured is %i', (model, windowTokens, tokens) => {
  expect(factsOf(model, { ...nothing, windowTokens }).windowTokens).toBe(tokens)
})

test('a model on the own machine has the window that its server was given, whatever its name', () => {
  const local = { ...nothing, isLocal: true }
  expect(factsOf('gpt-4o', local).windowTokens).toBe(DEFAULT_WINDOW_TOKENS)
  expect(factsOf('gpt-4o', { ...local, windowTokens: 32_000 }).windowTokens).toBe(32_000)
  expect(factsOf('gpt-4o', { ...local, listed: { windowTokens: 4_096 } }).windowTokens).toBe(4_096)
})

test('what the file says of a model counts before its provider’s list, and that before its name', () => {
  const listed = { windowTokens: 300_000, sees: false, tools: true, prices: { input: 1, output: 2 } }
  expect(factsOf('gpt-4o', { ...nothing, listed })).toEqual({
    ...{ windowTokens: 300_000, sees: false, tools: true, reasons: null },
    prices: { input: 1, output: 2 },
  })
  const file = { windowTokens: 500_000, sees: true, tools: false, reasons: true }
  expect(factsOf('gpt-4o', { ...nothing, listed, file, windowTokens: 10_000 })).toEqual({
    ...{ windowTokens: 500_000, sees: true, tools: false, reasons: true },
    prices: { input: 1, output: 2 },
  })
})

test('models that see are those of the setting, if there is one', () => {
  expect(factsOf('gpt-4o', { ...nothing, visionModels: ['other'] }).sees).toBe(false)
  expect(factsOf('gpt-4o', nothing).sees).toBe(true)
})

test('what makes vectors, voices or pictures is nothing to talk with', () => {
  const others = [
    'text-embedding-3-large',
    'nomic-embed-text:latest',
    'whisper-1',
    'gpt-4o-mini-tts',
    'dall-e-3',
  ]
  const more = ['omni-moderation-latest', 'gpt-image-1', 'gpt-realtime', 'models/imagen-4', 'BAAI/bge-m3']
  expect([...others, ...more].filter(isForTalking)).toEqual([])
  const models = [
    'gpt-4o',
    'claude-opus-5-5',
    'qwen3:8b',
    'gemini-3-pro',
    'mistral-small',
    'openai/o3',
    'grok-4',
  ]
  expect(models.filter((model) => !isForTalking(model))).toEqual([])
})
