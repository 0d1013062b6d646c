import { expect, test } from 'vitest'
import { capsOf, checkLimits, limitsOf } from './limit-values.ts'
import { checkModelKey, emptyModelKey, newModelKeyOf, usualName } from './new-model-key-values.ts'

const id = '6f1c5e0a-9a3b-4c55-8c62-0a4c43a4a111'
const presets = [{ id: 'openai', name: 'OpenAI' }]

test('a key without a name has its provider’s, and an address is sent where one is asked for', () => {
  const typed = { ...emptyModelKey, preset: 'openai', key: 'sk-1', address: 'left from before' }
  expect(newModelKeyOf(typed, id, usualName(typed, presets))).toEqual({
    ...{ id, name: 'OpenAI', preset: 'openai', key: 'sk-1' },
  })
  const own = {
    ...typed,
    preset: 'custom',
    address: 'https://models.example/v1',
    dialect: 'messages' as const,
  }
  expect(newModelKeyOf(own, id, usualName(own, presets))).toEqual({
    ...{ id, name: 'models.example', preset: 'custom', key: 'sk-1' },
    ...{ address: 'https://models.example/v1', dialect: 'messages' },
  })
})

test('what is missing is said at its field', () => {
  expect(Object.keys(checkModelKey(emptyModelKey, id, 'x'))).toEqual(['preset', 'key'])
  expect(checkModelKey({ ...emptyModelKey, preset: 'openai', key: 'not a key' }, id, 'x')).toHaveProperty(
    'key',
  )
  const own = { ...emptyModelKey, preset: 'custom', address: 'not a url' }
  expect(Object.keys(checkModelKey(own, id, 'x'))).toEqual(['address', 'key'])
  expect(checkModelKey({ ...emptyModelKey, preset: 'openai', key: 'sk-1' }, id, 'x')).toEqual({})
})

test('limits are read as people write them', () => {
  const none = { words: '', dollars: '', wordsEach: '' }
  expect(capsOf(none)).toEqual({ words: null, cents: null, wordsEach: null })
  expect(capsOf({ words: '10,000', dollars: '$2.5', wordsEach: '500' })).toEqual({
    ...{ words: 10_000, cents: 250, wordsEach: 500 },
  })
  for (const [written, cents] of [
    ['2', 200],
    ['0,05', 5],
    ['.5', 50],
    ['1,250', 125_000],
    ['1,250.75', 125_075],
  ] as const)
    expect(capsOf({ ...none, dollars: written }).cents, written).toBe(cents)
  for (const caps of [capsOf(none), { words: 12_000, cents: 1_205, wordsEach: 7 }])
    expect(capsOf(limitsOf(caps))).toEqual(caps)
  expect(checkLimits(none)).toEqual({})
  expect(Object.keys(checkLimits({ words: 'many', dollars: 'some', wordsEach: '0' })).toSorted()).toEqual([
    'dollars',
    'words',
    'wordsEach',
  ])
})
