import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  foldSwarm,
  newSwarmRunSchema,
  type SwarmRun,
  type SwarmTurn,
  swarmNews,
  swarmStates,
} from './swarm.ts'

const at = '2026-11-21T14:02:00.000Z'
const turn = fc.record({
  number: fc.integer({ min: 1, max: 5 }),
  content: fc.constantFrom<string[]>('', 'a', 'ab', 'abc', 'b', 'zz'),
  state: fc.constantFrom('running', 'finished', 'failed' as const),
  again: fc.boolean(),
})
const run = fc.record({
  state: fc.constantFrom(...swarmStates),
  shared: fc.boolean(),
  dropped: fc.boolean(),
  turns: fc.uniqueArray(turn, { selector: ({ number }) => number, maxLength: 5 }),
})

const runOf = ({
  turns,
  dropped,
  ...rest
}: typeof run extends fc.Arbitrary<infer Run> ? Run : never): SwarmRun => ({
  id: '6f1c5e0a-9a3b-4c55-8c62-0a4c43a4a111',
  own: true,
  mode: 'parallel',
  seats: [{ agentId: '6f1c5e0a-9a3b-4c55-8c62-0a4c43a4a112', agentName: 'Ray', agentImageUrl: '', dropped }],
  phases: [{ task: 'What is light?', rounds: 1, words: 600 }],
  turns: turns
    .map((one): SwarmTurn => {
      const id = `6f1c5e0a-9a3b-4c55-8c62-0a4c43a4a12${one.number}`
      return { ...one, id, phase: 0, round: 1, seat: 0, given: 90, said: null, trouble: null, createdAt: at }
    })
    .sort((one, other) => one.number - other.number),
  createdAt: at,
  updatedAt: at,
  ...rest,
})

test('who knew a run and hears its news knows it as it is; who knows it hears nothing', () => {
  fc.assert(
    fc.property(run, run, (before, now) => {
      const known = runOf(before)
      // A run never loses turns.
      const numbers = new Set(now.turns.map(({ number }) => number))
      const later = runOf({
        ...now,
        turns: [...now.turns, ...before.turns.filter(({ number }) => !numbers.has(number))],
      })
      let heard: SwarmRun | null = known
      for (const event of swarmNews(known, later)) heard = foldSwarm(heard, event)
      expect(heard).toEqual(later)
      expect([...swarmNews(later, later)]).toEqual([])
    }),
  )
})

test('words that come twice, or late, stand once', () => {
  const known = runOf({
    state: 'running',
    shared: false,
    dropped: false,
    turns: [{ number: 1, content: 'Well', state: 'running', again: false }],
  })
  const id = known.turns[0]?.id ?? ''
  const words = { type: 'words' as const, turn: id, at: 4, text: ' then' }
  const once = foldSwarm(known, words)
  expect(once?.turns[0]?.content).toBe('Well then')
  expect(foldSwarm(once, words)).toEqual(once)
  expect(foldSwarm(known, { ...words, at: 9 })).toEqual(known)
  expect(foldSwarm(null, words)).toBeNull()
})

test('an agent has one seat in a run, in whichever case its id is written', () => {
  const id = '6f1c5e0a-9a3b-4c55-8c62-0a4c43a4a112'
  const wanted = { id, mode: 'parallel', task: 'What is light?', rounds: 1, words: 600 }
  const problems = (agentIds: string[]) =>
    newSwarmRunSchema.safeParse({ ...wanted, agentIds }).error?.issues.map(({ message }) => message)
  expect(problems([id, id.toUpperCase()])).toEqual(['Choose each agent once.'])
  expect(problems([id, id.replace('2', '3')])).toBeUndefined()
})
