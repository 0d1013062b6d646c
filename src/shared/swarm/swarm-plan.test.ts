import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { limits } from '../common/limits.ts'
import { fewestWords } from './swarm.ts'
import {
  activeSeats,
  capsOf,
  nextStep,
  type PlannedRun,
  type PlannedTurn,
  swarmModes,
  turnsOf,
  wordsSpent,
} from './swarm-plan.ts'

const run = (changes: Partial<PlannedRun> = {}): PlannedRun => ({
  mode: 'parallel',
  seats: Array.from({ length: 3 }, () => ({ dropped: false })),
  phase: { rounds: 1, words: 1_000 },
  stopped: false,
  ...changes,
})
const turn = (seat: number | null, round: number, changes: Partial<PlannedTurn> = {}): PlannedTurn => ({
  seat,
  round,
  state: 'finished',
  given: 100,
  said: 80,
  again: false,
  ...changes,
})

test('side by side all begin at once with equal shares, and the synthesis gets what is left', () => {
  expect(nextStep(run(), [])).toEqual({
    kind: 'turns',
    turns: [0, 1, 2].map((seat) => ({ round: 1, seat, words: 250 })),
  })
  const said = [0, 1, 2].map((seat) => turn(seat, 1, { given: 250, said: 200 }))
  expect(
    nextStep(run(), [...said.slice(1), turn(0, 1, { state: 'running', given: 250, said: null })]),
  ).toEqual({
    kind: 'wait',
  })
  expect(nextStep(run(), said)).toEqual({ kind: 'synthesis', words: 400 })
  expect(nextStep(run(), [...said, turn(null, 0)])).toEqual({ kind: 'over', how: 'finished' })
})

test('a turn that waits for a person is taken and has not ended: nothing follows, its words stay its own, and a stop ends all', () => {
  const waits = turn(0, 1, { state: 'waiting', given: 250, said: null })
  const others = [1, 2].map((seat) => turn(seat, 1, { given: 250, said: 200 }))
  expect(nextStep(run(), [waits, ...others])).toEqual({ kind: 'wait' })
  expect(nextStep(run({ mode: 'relay' }), [waits])).toEqual({ kind: 'wait' })
  expect(wordsSpent([waits, ...others])).toBe(650)
  expect(nextStep(run({ stopped: true }), [waits, ...others])).toEqual({ kind: 'over', how: 'stopped' })
})

test('a debate goes round by round, a relay one by one', () => {
  const debate = run({ mode: 'debate', phase: { rounds: 2, words: 2_000 } })
  const first = [0, 1, 2].map((seat) => turn(seat, 1))
  expect(nextStep(debate, first)).toMatchObject({ turns: [0, 1, 2].map((seat) => ({ round: 2, seat })) })
  const relay = run({ mode: 'relay', phase: { rounds: 2, words: 2_000 } })
  expect(nextStep(relay, [])).toMatchObject({ turns: [{ round: 1, seat: 0 }] })
  expect(nextStep(relay, [turn(0, 1)])).toMatchObject({ turns: [{ round: 1, seat: 1 }] })
  expect(nextStep(relay, first)).toMatchObject({ turns: [{ round: 2, seat: 0 }] })
})

test('who failed, or was dropped, is left out of what follows; who was stopped is not', () => {
  const debate = run({ mode: 'debate', phase: { rounds: 2, words: 2_000 } })
  const first = [turn(0, 1, { state: 'failed' }), turn(1, 1, { state: 'stopped' }), turn(2, 1)]
  expect(activeSeats(debate, first)).toEqual([1, 2])
  expect(nextStep(debate, first)).toMatchObject({ turns: [{ seat: 1 }, { seat: 2 }] })
  const seats = [{ dropped: false }, { dropped: false }, { dropped: true }]
  expect(nextStep({ ...debate, seats }, first)).toMatchObject({ turns: [{ seat: 1 }] })
  const nobody = first.map((one) => ({ ...one, state: 'failed' as const }))
  expect(nextStep(debate, nobody)).toEqual({ kind: 'over', how: 'failed' })
})

test('what a server broke off waits for somebody who has it taken again', () => {
  const first = [turn(0, 1, { state: 'interrupted' }), turn(1, 1), turn(2, 1)]
  expect(nextStep(run(), first)).toEqual({ kind: 'over', how: 'interrupted' })
  const again = first.map((one) => ({ ...one, again: one.state === 'interrupted' }))
  expect(nextStep(run(), again)).toMatchObject({ kind: 'turns', turns: [{ seat: 0, round: 1 }] })
})

test('a run that a person stopped takes no further turn', () => {
  expect(nextStep(run({ stopped: true }), [turn(0, 1)])).toEqual({ kind: 'over', how: 'stopped' })
})

const outcome = fc.record({
  state: fc.constantFrom('finished', 'finished', 'finished', 'stopped', 'failed', 'interrupted' as const),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
  drop: fc.boolean(),
})
const plan = fc
  .record({
    mode: fc.constantFrom(...swarmModes),
    seats: fc.integer(limits.swarmSeats),
    extra: fc.nat(5_000),
  })
  .chain(({ mode, seats, extra }) =>
    fc.integer(limits.swarmRounds[mode]).map((rounds) => ({
      mode,
      seats: Array.from({ length: seats }, () => ({ dropped: false })),
      phase: { rounds, words: Math.min(limits.swarmWords.max, fewestWords({ seats, rounds }) + extra) },
      stopped: false,
    })),
  )

test('whatever happens, a run comes to its end, and its words never pass the cap', () => {
  fc.assert(
    fc.property(plan, fc.infiniteStream(outcome), (planned, outcomes) => {
      const seats = planned.seats.map((seat) => ({ ...seat }))
      const turns: PlannedTurn[] = []
      const most = turnsOf({ seats: seats.length, rounds: planned.phase.rounds })
      let interruptions = 0
      for (;;) {
        const step = nextStep({ ...planned, seats }, turns)
        if (step.kind === 'wait') throw new Error('nothing is running')
        if (step.kind === 'over') {
          if (step.how !== 'interrupted') break
          // A person resumes the run.
          interruptions++
          for (const one of turns) if (one.state === 'interrupted') one.again = true
          continue
        }
        const begun: PlannedTurn[] =
          step.kind === 'synthesis'
            ? [turn(null, 0, { state: 'running', given: step.words, said: null })]
            : step.turns.map(({ seat, round, words }) =>
                turn(seat, round, { state: 'running', given: words, said: null }),
              )
        for (const one of begun) {
          expect(one.given).toBeGreaterThanOrEqual(limits.turnWords.min)
          expect(one.given).toBeLessThanOrEqual(limits.turnWords.max)
        }
        turns.push(...begun)
        // The words still available to running turns count as well.
        expect(wordsSpent(turns)).toBeLessThanOrEqual(planned.phase.words)
        for (const one of begun) {
          const { state, share, drop } = outcomes.next().value
          one.state = interruptions > 3 && state === 'interrupted' ? 'finished' : state
          one.said = Math.floor(one.given * share)
          if (drop && one.seat !== null && share > 0.9) seats[one.seat] = { dropped: true }
        }
        expect(turns.filter(({ again }) => !again).length).toBeLessThanOrEqual(most)
      }
      expect(wordsSpent(turns)).toBeLessThanOrEqual(planned.phase.words)
    }),
  )
})

test('what a phase can come to is known before it begins, and begins with that share', () => {
  expect(capsOf({ seats: 3, rounds: 1, words: 1_000 })).toEqual({ turns: 4, words: 1_000, each: 250 })
  expect(nextStep(run(), [])).toMatchObject({ turns: [{ words: 250 }, { words: 250 }, { words: 250 }] })
  // Three turns can have 700 words each, whatever the cap.
  expect(capsOf({ seats: 2, rounds: 1, words: 12_000 })).toEqual({ turns: 3, words: 2_100, each: 700 })
})
