import { expect, test } from 'vitest'
import type { DeskCasePage } from '../../../../shared/trust/desk.ts'
import { offeredActions } from './offered-actions.ts'

const caseIn = (state: DeskCasePage['case']['state'], objections: DeskCasePage['objections'] = []) =>
  ({
    case: { kind: 'agent', standing: null, state, seen: { maker: '' } },
    ...{ now: null, maker: { suspended: null }, objections },
  }) as unknown as DeskCasePage

test('what waits can be closed, also where no objection is left of those for which it waited', () => {
  const objection = { canAnswer: false } as DeskCasePage['objections'][number]
  expect(offeredActions(caseIn('open'))).toEqual(['nothing'])
  expect(offeredActions(caseIn('objected'))).toEqual(['nothing'])
  expect(offeredActions(caseIn('objected', [objection]))).toEqual([])
  expect(offeredActions(caseIn('closed'))).toEqual([])
})
