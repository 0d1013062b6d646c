import { expect, test } from 'vitest'
import type { ListedModel } from '../../../shared/models/models.ts'
import { factsOf, isOwnKey, matching, modelNameOf, shortNumber } from './model-words.ts'

const listed = (model: string, provider: string, more: Partial<ListedModel> = {}): ListedModel => ({
  ...{ ref: `near/${model}`, model, provider, windowTokens: 8_192, sees: false },
  ...{ tools: null, reasons: null, prices: null, ...more },
})

test('a model is named from its reference alone, whatever its name contains', () => {
  const own = 'key:00000000-0000-4000-8000-00000000000a/vendor/fine:free'
  expect([modelNameOf(own), isOwnKey(own)]).toEqual(['vendor/fine:free', true])
  expect([modelNameOf('near/plain'), isOwnKey('near/plain')]).toEqual(['plain', false])
})

test('of a model is told what is known, and nothing else', () => {
  expect(factsOf(listed('plain', 'Near'))).toEqual(['8K tokens'])
  const prices = { input: 0.25, output: 10 }
  expect(factsOf(listed('fine', 'Near', { sees: true, reasons: true, prices }))).toEqual([
    '8K tokens',
    'sees pictures',
    'thinks first',
    '$0.25 in, $10 out per million',
  ])
  expect([512, 8_192, 200_000, 1_047_576].map(shortNumber)).toEqual(['512', '8K', '200K', '1M'])
})

test('a search finds models by any words of their name and their provider', () => {
  const models = [listed('fine-2', 'Near'), listed('plain', 'Near'), listed('fine', 'Far')]
  const found = (search: string) => matching(models, search).map(({ model }) => model)
  expect(found('')).toHaveLength(3)
  expect(found(' near FINE ')).toEqual(['fine-2'])
  expect(found('none')).toEqual([])
})
