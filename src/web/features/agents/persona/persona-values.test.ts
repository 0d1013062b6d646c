import { expect, test } from 'vitest'
import type { OwnPersona } from '../../../../shared/agents/own-persona.ts'
import { NO_PERSONA } from '../../../../shared/agents/persona.ts'
import { checkPersona, fieldsOf, newEntry, requestOf, valuesOf } from './persona-values.ts'

const full: OwnPersona = {
  persona: { ...NO_PERSONA, greetings: ['Hi', 'Ho'], background: 'A tower.', nickname: 'Star' },
  lorebook: {
    name: 'Of elsewhere',
    scan_depth: 4,
    token_budget: 500,
    recursive_scanning: true,
    extensions: { theirs: { kept: true } },
    unknown: 'kept',
    entries: [
      {
        keys: ['/a{1,2}/', 'b, c'],
        secondary_keys: ['d'],
        content: 'Text',
        enabled: false,
        insertion_order: -5,
        selective: true,
        use_regex: true,
        position: 'before_char',
        extensions: { scan_depth: 3, probability: 40, useProbability: true, selectiveLogic: 2, theirs: 1 },
        other: [1],
      },
    ],
  },
}

test('what is not touched is sent as it came, with what has no field', () => {
  expect(requestOf(valuesOf(full))).toEqual(full)
  const without = { persona: NO_PERSONA, lorebook: null }
  expect(requestOf(valuesOf(without))).toEqual(without)
})

test('blank greetings and blank lines of keys are not sent', () => {
  const values = valuesOf({ persona: { ...NO_PERSONA, greetings: ['One', ' ', 'Two'] }, lorebook: null })
  const entry = { ...newEntry(), keys: ' one \n\n two', order: '7' }
  const request = requestOf({ ...values, entries: [entry] })
  expect(request.persona.greetings).toEqual(['One', 'Two'])
  expect(request.lorebook?.entries[0]).toMatchObject({ keys: ['one', 'two'], insertion_order: 7 })
})

test('each problem stands at its field, and each field can be focused', () => {
  const long = 'x'.repeat(70_000)
  const values = valuesOf({ persona: { ...NO_PERSONA, greetings: [' ', 'Hi', long] }, lorebook: null })
  const faulty = {
    ...values,
    background: long,
    nickname: 'n'.repeat(81),
    scanDepth: '1.5',
    tokenBudget: 'much',
    entries: [
      newEntry(),
      { ...newEntry(), keys: 'k'.repeat(501), order: '', scanDepth: '-1', probability: '101' },
    ],
  }
  const errors = checkPersona(faulty)
  expect(Object.keys(errors).sort()).toEqual([
    'background',
    'entries.1.keys',
    'entries.1.order',
    'entries.1.probability',
    'entries.1.scanDepth',
    'greetings.2',
    'nickname',
    'scanDepth',
    'tokenBudget',
  ])
  expect(fieldsOf(faulty)).toEqual(expect.arrayContaining(Object.keys(errors)))
  expect(checkPersona(valuesOf(full))).toEqual({})
})
