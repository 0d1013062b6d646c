import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addresses, spansOf } from './message-spans.ts'

const ada = 'GmaDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB'
const agents = [{ name: 'Nova' }, { name: 'Nova Prime' }]

test('agents and people that are addressed are marked, and the rest are words', () => {
  expect(spansOf('@Nova prime: ask @7pXy..4KtZ and @GmaD..AEGB!', agents, ada)).toEqual([
    { kind: 'agent', text: '@Nova prime' },
    { kind: 'words', text: ': ask ' },
    { kind: 'person', text: '@7pXy..4KtZ', self: false },
    { kind: 'words', text: ' and ' },
    { kind: 'person', text: '@GmaD..AEGB', self: true },
    { kind: 'words', text: '!' },
  ])
})

test('the pieces joined are the text, whatever it is', () => {
  const piece = fc.constantFrom('@Nova', '@', ' ', '@GmaD..AEGB', '(', ')', '.', 'ä', '\n', '𝒳')
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(piece).map((all) => all.join('')),
        fc.string(),
      ),
      (text) => {
        const spans = spansOf(text, agents, ada)
        expect(spans.map((span) => span.text).join('')).toBe(text)
        expect(spans.every((span) => span.text !== '')).toBe(true)
      },
    ),
  )
})

test('a wallet is addressed by its short form alone, and by no word that runs into it', () => {
  for (const text of ['Well, @GmaD..AEGB?', '请@GmaD..AEGB看看']) expect(addresses(text, ada)).toBe(true)
  for (const text of ['GmaD..AEGB', 'x@GmaD..AEGB', '@GmaD..AEGBx', '@GmaD.AEGB', `@${ada}`, ''])
    expect(addresses(text, ada)).toBe(false)
  expect(addresses('@GmaD..AEGB', undefined)).toBe(false)
})
