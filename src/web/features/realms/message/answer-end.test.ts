import { expect, test } from 'vitest'
import { modelPart } from '../../../../../test/model-part.ts'
import type { RealmAnswer } from '../../../../shared/realms/realm-messages.ts'
import { answerEnd } from './answer-end.ts'

test('how a model ended an answer is said in a sentence', () => {
  const answer = { state: 'finished', trouble: null, content: 'I' } as const
  const model = (ended: 'refused' | 'filtered' | null) => ({ ...modelPart({ ended }) })
  expect(answerEnd({ ...answer, model: model('refused') })).toMatch(/^The model declined .*\.$/)
  expect(answerEnd({ ...answer, content: '', model: model('filtered') })).toMatch(/ filter stepped in\.$/)
  expect(answerEnd({ ...answer, model: model(null) })).toBe('')
})

test.each<[RealmAnswer['state'], RealmAnswer['trouble'], string, string]>([
  ['running', null, 'Well', ''],
  ['running', null, '', ''],
  ['finished', null, 'Well.', ''],
  ['finished', null, ' ', 'Empty answer'],
  ['stopped', null, 'Well', 'Stopped'],
  ['interrupted', null, 'Well', 'Interrupted'],
  ['failed', 'failed', '', 'Did not answer'],
  ['failed', 'failed', 'Well', 'Broken off'],
  ['failed', 'silent', '', 'Did not answer in time'],
  ['failed', 'silent', 'Well', 'Stopped midway'],
  ['failed', 'flooded', 'Well', 'Cut off: too long'],
  ['failed', 'limited', '', 'Not asked: too many questions at once'],
])('an answer that is %s (%s) with the words "%s" says: %s', (state, trouble, content, end) => {
  expect(answerEnd({ state, trouble, content })).toBe(end)
})
