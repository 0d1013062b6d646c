import { expect, test } from 'vitest'
import { modelPart } from '../../../../test/model-part.ts'
import { openModel } from '../../../shared/chat/told-beside.ts'
import { modelRows } from './model-part-words.ts'

const rows = (model: Parameters<typeof modelRows>[0]) =>
  Object.fromEntries(modelRows(model).map(({ name, value }) => [name, value]))

test('whoever asked reads the price of a reply and that they paid; others read in words who paid', () => {
  const own = modelPart({ payer: 'person' })
  const said = { Asked: 'vendor/fine', Answered: 'vendor/fine-2', Provider: 'Near', Time: '1.2 s' }
  expect(rows(own)).toMatchObject({ ...said, Price: '$0.0004', 'Paid by': 'You, with your own key' })
  expect(rows(modelPart({ micros: null }))).toMatchObject({ Price: 'Not known', 'Paid by': 'This place' })
  const open = openModel(own)
  expect(rows(open)).toEqual({
    ...said,
    Tokens: '600 read (400 from its cache), 50 written',
    'Paid by': 'Whoever asked, with their own key',
  })
})

test('where somebody has a server of their own, others do not learn', () => {
  const at = (provider: string, payer: 'place' | 'owner' | 'person') =>
    openModel(modelPart({ provider, payer })).provider
  for (const address of ['models.example', '10.0.0.9', 'box:8080', '[::1]:8080']) {
    expect([at(address, 'owner'), at(address, 'person'), at(address, 'place')]).toEqual(['', '', address])
    expect(rows(openModel(modelPart({ provider: address, payer: 'owner' })))).not.toHaveProperty('Provider')
  }
  expect([at('OpenRouter', 'owner'), at('LM Studio', 'person')]).toEqual(['OpenRouter', 'LM Studio'])
})
