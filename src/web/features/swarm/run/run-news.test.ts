import { expect, test } from 'vitest'
import { modelPart } from '../../../../../test/model-part.ts'
import type { SwarmRun, SwarmTurn } from '../../../../shared/swarm/swarm.ts'
import { forgetBegun, knownAtFirst, rememberBegun } from './begun-here.ts'
import { runNews } from './run-news.ts'

const seats = ['Ada', 'Bo', 'Cy'].map((agentName) => ({
  agentId: agentName,
  agentName,
  agentImageUrl: '',
  dropped: false,
}))

const turn = (seat: number | null, fields: Partial<SwarmTurn> = {}): SwarmTurn => ({
  id: `turn of ${seat}`,
  number: 1,
  phase: 0,
  round: seat === null ? 0 : 1,
  seat,
  state: 'running',
  content: 'Words.',
  given: 100,
  said: null,
  trouble: null,
  again: false,
  createdAt: '2026-11-21T14:02:00.000Z',
  ...fields,
})

const run = (turns: SwarmTurn[], fields: Partial<SwarmRun> = {}): SwarmRun => ({
  id: 'run',
  own: true,
  mode: 'parallel',
  seats,
  phases: [{ task: 'What is light?', rounds: 1, words: 1_200 }],
  turns,
  state: 'running',
  shared: false,
  createdAt: '2026-11-21T14:02:00.000Z',
  updatedAt: '2026-11-21T14:02:00.000Z',
  ...fields,
})

const ended = { state: 'finished', said: 1 } as const

test('who begins to speak is said once, all in one sentence; words that come are not said', () => {
  expect(runNews(run([]), run([turn(0), turn(1), turn(2)]))).toBe('Ada, Bo and Cy speak.')
  expect(runNews(run([turn(0)]), run([turn(0, { content: 'Words. More.' })]))).toBe('')
})

test('who has ended is said, and how where that was not well', () => {
  const failed = { state: 'failed', trouble: 'failed', said: 1 } as const
  expect(runNews(run([turn(0), turn(1)]), run([turn(0, ended), turn(1, failed)]))).toBe(
    'Ada has spoken. Bo: Broke off: its model failed.',
  )
  const refused = { ...ended, model: modelPart({ ended: 'refused' }) }
  expect(runNews(run([turn(0)]), run([turn(0, refused)]))).toMatch(/^Ada: The model declined .* may help\.$/)
})

test('a turn that began and ended between two looks is said', () => {
  expect(runNews(run([]), run([turn(0, ended), turn(1, ended)]))).toBe('Ada and Bo have spoken.')
})

test('a run that went on and was over between two looks has ended once more', () => {
  const over = run([turn(0, ended)], { state: 'finished' })
  const gone = run([turn(0, ended), turn(1, ended)], { state: 'finished' })
  expect(runNews(over, gone)).toBe('Bo has spoken. The run is finished.')
  expect(runNews(gone, { ...gone, shared: true })).toBe('')
})

test('a run that was begun here and is over when it is shown first is told whole; another one is not', () => {
  const over = run([turn(0, ended), turn(null, ended)], { state: 'finished' })
  expect(runNews(knownAtFirst(over), over)).toBe('')
  rememberBegun(over.id)
  expect(runNews(knownAtFirst(over), over)).toBe(
    'Ada has spoken. The synthesis is written. The run is finished.',
  )
  forgetBegun(over.id)
  expect(runNews(knownAtFirst(over), over)).toBe('')
})

test('the synthesis is said at its beginning and its end, and the end of the run', () => {
  expect(runNews(run([turn(0)]), run([turn(0, ended), turn(null)]))).toBe(
    'Ada has spoken. The synthesis begins.',
  )
  expect(runNews(run([turn(null)]), run([turn(null, ended)], { state: 'finished' }))).toBe(
    'The synthesis is written. The run is finished.',
  )
})

test('who is taken out is said', () => {
  const without = seats.map((seat, index) => ({ ...seat, dropped: index === 1 }))
  expect(runNews(run([]), run([], { seats: without }))).toBe('Bo was removed from the run.')
})
