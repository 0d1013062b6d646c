import { expect, test } from 'vitest'
import type { SwarmRun, SwarmTurn } from '../../../../shared/swarm/swarm.ts'
import { joinedIn, phaseParts } from './phase-parts.ts'

const turn = (fields: Partial<SwarmTurn>): SwarmTurn => ({
  id: crypto.randomUUID(),
  number: 1,
  phase: 0,
  round: 1,
  seat: 0,
  state: 'finished',
  content: 'three words here',
  given: 100,
  said: 3,
  trouble: null,
  again: false,
  createdAt: '2026-11-21T14:02:00.000Z',
  ...fields,
})

const run = (turns: SwarmTurn[], fields: Partial<SwarmRun> = {}): SwarmRun => ({
  id: 'run',
  own: true,
  mode: 'debate',
  seats: ['Ada', 'Bo', 'Cy'].map((agentName) => ({
    agentId: agentName,
    agentName,
    agentImageUrl: '',
    dropped: false,
  })),
  phases: [{ task: 'What is light?', rounds: 2, words: 1_200 }],
  turns,
  state: 'running',
  shared: false,
  createdAt: '2026-11-21T14:02:00.000Z',
  updatedAt: '2026-11-21T14:02:00.000Z',
  ...fields,
})

const states = (one: SwarmRun) => phaseParts(one).map(({ lanes }) => lanes.map(({ state }) => state))

function dropping(seat: number, one: SwarmRun): SwarmRun {
  return { ...one, seats: one.seats.map((each, index) => ({ ...each, dropped: index === seat })) }
}

test('a lane waits, thinks, speaks and is done, by its turns', () => {
  const running = { state: 'running', said: null } as const
  expect(states(run([turn({ ...running, content: ' ' }), turn({ ...running, seat: 1 })]))).toEqual([
    ['thinking', 'speaking', 'waiting'],
  ])
  expect(states(run([turn({}), turn({ seat: 1 }), turn({ seat: 1, round: 2 })]))).toEqual([
    ['waiting', 'done', 'waiting'],
  ])
  const cut = [turn({}), turn({ seat: 1, state: 'stopped' })]
  expect(states(run(cut, { state: 'stopped' }))).toEqual([['done', 'stopped', 'unasked']])
})

test('what failed and is asked once more has not failed', () => {
  const failed = { state: 'failed', seat: 1 } as const
  expect(states(run([turn(failed)]))[0]?.[1]).toBe('failed')
  expect(states(run([turn({ ...failed, again: true })]))[0]?.[1]).toBe('waiting')
})

test('the synthesis joins who is left and said something, and leaves out everybody else', () => {
  const one = dropping(
    2,
    run([
      turn({}),
      turn({ seat: 1, state: 'stopped', content: '', said: 0 }),
      turn({ seat: 2 }),
      turn({ seat: null, round: 0 }),
    ]),
  )
  expect(phaseParts(one).map(joinedIn)).toEqual([{ joined: ['Ada'], leftOut: ['Bo', 'Cy'] }])
})

test('who was taken out after it spoke on was part of the phases before', () => {
  const phases = [1, 2].map(() => ({ task: 'Go', rounds: 1, words: 600 }))
  const one = dropping(1, run([turn({ seat: 1 }), turn({ seat: 1, phase: 1 })], { phases }))
  expect(states(one).map(([, second]) => second)).toEqual(['done', 'dropped'])
})

test('words under way count as they come, and what they may yet become is set aside; what was taken twice counts once as a turn', () => {
  const [part] = phaseParts(
    run([
      turn({ again: true }),
      turn({}),
      turn({ seat: 1, state: 'running', said: null, content: 'two words' }),
    ]),
  )
  expect(part?.words).toEqual({ said: 8, spent: 106 })
  expect(part?.turnsTaken).toBe(2)
})

test('an earlier phase without its synthesis had been stopped', () => {
  const phases = [1, 2].map(() => ({ task: 'Go', rounds: 1, words: 600 }))
  expect(phaseParts(run([turn({})], { phases })).map(({ state }) => state)).toEqual(['stopped', 'running'])
})
