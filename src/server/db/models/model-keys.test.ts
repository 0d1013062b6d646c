import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { insertModelKey, prepareFindAnsweringKey } from './model-keys.ts'

const { db } = await testDatabase()

test('a key that answers is read with what it lists of the one model, whatever that is called, and without its list', async () => {
  const facts = { sees: false, tools: null, reasons: null, prices: { input: 0.25, output: 10 } }
  const odd = ['small', 'a"b', "it's", 'back\\slash', '$model', 'vendor/fine:free', '@.model == "small"']
  const names = [...odd, ...Array.from({ length: 1_000 }, (_, index) => `other-${index}`)]
  const models = names.map((model, index) => ({ model, windowTokens: 1_000 + index, ...facts }))
  const [id, wallet, now] = [randomUUID(), 'ada', new Date()]
  const row = {
    ...{ id, wallet, models, name: 'Mine', preset: 'openrouter', dialect: 'chat' as const },
    ...{ address: 'https://models.example/v1', sealed: new Uint8Array([1]), secretId: 'one', ending: '' },
    ...{
      caps: { words: null, cents: null, wordsEach: null },
      listedAt: now,
      createdAt: now,
      lastUsedAt: null,
    },
  }
  expect(await insertModelKey(db, row, 5)).toBe('made')
  const find = prepareFindAnsweringKey(db)
  for (const model of odd) {
    const found = await find({ id, wallet, model })
    expect(found).toMatchObject({ id, name: 'Mine', listed: models[names.indexOf(model)] })
    expect(found).not.toHaveProperty('models')
    expect(JSON.stringify(found).length).toBeLessThan(1_000)
  }
  expect(await find({ id, wallet, model: 'never listed' })).toMatchObject({ id, listed: null })
  expect(await find({ id, wallet: 'eve', model: 'small' })).toBeNull()
})
