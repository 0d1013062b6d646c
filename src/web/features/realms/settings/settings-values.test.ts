import { expect, test } from 'vitest'
import { lobby } from '../../../../../test/realm-messages.ts'
import { limits } from '../../../../shared/common/limits.ts'
import type { RealmDetail } from '../../../../shared/realms/realms.ts'
import { changesBetween, checkSettings, settingsOf } from './settings-values.ts'

const realm: RealmDetail = { ...lobby, name: 'Atrium', description: 'For meeting.' }
const before = settingsOf(realm)

test('only what was touched is sent, without the spaces around it', () => {
  expect(changesBetween(before, before)).toEqual({})
  expect(changesBetween(before, { ...before, name: ' Atrium ', agentTurns: ' 6 ' })).toEqual({})
  expect(
    changesBetween(before, {
      name: ' The Atrium ',
      description: '',
      unlisted: true,
      policy: 'free',
      agentTurns: '7',
      agentWords: '12,000',
      slowSeconds: '30',
      heldWords: ' spam \n\nspam\n坏话 ',
    }),
  ).toEqual({
    name: 'The Atrium',
    description: '',
    unlisted: true,
    policy: 'free',
    agentTurns: 7,
    agentWords: 12_000,
    slowSeconds: 30,
    heldWords: ['spam', '坏话'],
  })
})

test.each(['', 'six', '6.5', '-1', '1e2', '0', String(limits.agentTurns.max + 1)])(
  'a cap of "%s" is refused at its field, with what is possible',
  (agentTurns) => {
    const errors = checkSettings(changesBetween(before, { ...before, agentTurns }))
    expect(errors).toEqual({ agentTurns: 'Choose a whole number from 1 to 30.' })
  },
)

test('a form that changes nothing has no fault, and one with several says each', () => {
  expect(checkSettings({})).toEqual({})
  const now = { ...before, name: ' ', description: 'x'.repeat(501), agentWords: '99' }
  expect(checkSettings(changesBetween(before, now))).toEqual({
    name: 'A name is required.',
    description: 'A description can have at most 500 characters.',
    agentWords: 'Choose a whole number from 100 to 20,000.',
  })
})
