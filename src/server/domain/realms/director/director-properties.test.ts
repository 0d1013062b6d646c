import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type RealmAction, realmAction, realmRules, subjectsOf } from '../../../../../test/realm-actions.ts'
import { direct } from './director.ts'
import { type Ended, NOTHING_YET, type Settled, type Turn, type TurnSettings } from './director-log.ts'

type Action = RealmAction & { isRemoved: boolean; replies: { agentId: string | null } | null }
const action: fc.Arbitrary<Action> = fc
  .tuple(
    realmAction,
    fc.constantFrom(false, false, false, false, true),
    fc.constantFrom(null, null, { agentId: null }, { agentId: 'Ada' }, { agentId: 'Bob' }),
  )
  .map(([one, isRemoved, replies]) => ({ ...one, isRemoved, replies }))

const rules: fc.Arbitrary<TurnSettings> = realmRules.map(({ names, ...caps }) => ({
  ...caps,
  roster: names.map((name, index) => ({
    id: name,
    name,
    about: subjectsOf(name),
    invitedAt: index * 60_000,
  })),
}))

const HOUR_MS = 60 * 60_000

/**
 * Simulates a realm whose director runs after every event. Returns its log, the turns after each message, and the
 * number of words of the last hour that were then said or given to running turns.
 */
function live(actions: readonly Action[], settings: TurnSettings) {
  const log: Settled[] = []
  const turnsAfter: Turn[][] = []
  const running: (Turn & { number: number; at: number })[] = []
  const spoken: { words: number; at: number }[] = []
  const wordsAfter: number[] = []
  let directorState = NOTHING_YET
  let number = 0
  let at = 0

  for (const { kind, who, author, content, ...one } of actions) {
    at += one.later
    const text = one.isRemoved ? null : content
    if (kind === 'ends') {
      const [turn] = running.splice(who % Math.max(1, running.length), 1)
      if (!turn) continue
      const { state, trouble } = one as Pick<Ended, 'state' | 'trouble'>
      const words = Math.floor(turn.words * one.share)
      const answered = log.find((message) => message.number === turn.answers)
      const answersAgent = answered?.kind === 'answer' ? answered.agentId : null
      log.push({ ...turn, kind: 'answer', content: text, answersAgent, state, trouble, words })
      spoken.push({ words, at: turn.at })
    } else if (kind === 'said')
      log.push({ kind: 'said', number: ++number, author, at, content: text, repliesTo: one.replies })
    else log.push({ kind: 'go-on', number: ++number, author, at })
    const step = direct(log.slice(-1), settings, 'seed', directorState)
    directorState = step.directorState
    running.push(...step.turns.map((turn) => ({ ...turn, number: ++number, at })))
    turnsAfter.push(step.turns)
    const counting = [...running, ...spoken].filter((turn) => turn.at > at - HOUR_MS)
    wordsAfter.push(counting.reduce((sum, turn) => sum + turn.words, 0))
  }
  return { log, turnsAfter, wordsAfter }
}

const lives = fc.record({ actions: fc.array(action, { maxLength: 40 }), settings: rules })

test('the same log gives the same turns, at once or in whatever pieces', () => {
  fc.assert(
    fc.property(lives, fc.array(fc.nat(40), { maxLength: 5 }), ({ actions, settings }, cuts) => {
      const { log, turnsAfter } = live(actions, settings)
      const whole = direct(log, settings, 'seed')
      expect(whole.turns).toEqual(turnsAfter.flat())
      expect(direct(log, settings, 'seed')).toEqual(whole)
      let directorState = NOTHING_YET
      const turns: Turn[] = []
      const places = [0, ...cuts.sort((one, other) => one - other), log.length]
      for (const [index, from] of places.entries()) {
        const step = direct(log.slice(from, places[index + 1] ?? log.length), settings, 'seed', directorState)
        directorState = step.directorState
        turns.push(...step.turns)
      }
      expect({ turns, directorState }).toEqual(whole)
    }),
    { numRuns: 300 },
  )
})

test('between two words of persons there are never more turns than the cap, and none is an agent’s answer to itself', () => {
  fc.assert(
    fc.property(lives, ({ actions, settings }) => {
      const { log, turnsAfter } = live(actions, settings)
      const speakerOf = new Map(log.map((one) => [one.number, one.kind === 'answer' ? one.agentId : null]))
      let inARow = 0
      for (const [index, turns] of turnsAfter.entries()) {
        if (log[index]?.kind !== 'answer') inARow = 0
        inARow += turns.length
        expect(inARow).toBeLessThanOrEqual(settings.agentTurns)
        for (const { agentId, answers } of turns) expect(speakerOf.get(answers)).not.toBe(agentId)
      }
    }),
    { numRuns: 300 },
  )
})

test('in no hour agents say more words than its cap, and none is asked for less than fifty', () => {
  fc.assert(
    fc.property(lives, ({ actions, settings }) => {
      const { turnsAfter, wordsAfter } = live(actions, settings)
      for (const words of wordsAfter) expect(words).toBeLessThanOrEqual(settings.agentWords)
      for (const { words } of turnsAfter.flat()) expect(words).toBeGreaterThanOrEqual(50)
    }),
    { numRuns: 300 },
  )
})
