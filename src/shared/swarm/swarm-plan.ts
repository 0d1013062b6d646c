import type { ReplyState } from '../chat/messages.ts'
import { limits } from '../common/limits.ts'

/**
 * - `parallel`: each answers the task on its own, all at once.
 * - `debate`: round after round, each sees what the others said in the one before.
 * - `relay`: one after the other, each builds on all that was said.
 * A synthesis ends each of them.
 */
export const swarmModes = ['parallel', 'debate', 'relay'] as const
export type SwarmMode = (typeof swarmModes)[number]

/** What the plan looks at: a run in which people and servers may break things off at any moment. */
export interface PlannedRun {
  mode: SwarmMode
  seats: readonly { dropped: boolean }[]
  /** The rounds and the cap on words of the phase that is under way. */
  phase: { rounds: number; words: number }
  /** Somebody stopped the run as a whole. */
  stopped: boolean
}

/** What the plan looks at of a turn of the phase that is under way. */
export interface PlannedTurn {
  /** From 1 on; 0 for the synthesis. */
  round: number
  /** Null for the synthesis. */
  seat: number | null
  state: ReplyState
  /** How many words it was given, and how many it said; null while it is running. */
  given: number
  said: number | null
  /** It broke off by no fault of its agent and is taken once more: only its words count. */
  again: boolean
}

/** What a run does next. */
export type SwarmStep =
  | { kind: 'wait' }
  | { kind: 'turns'; turns: { round: number; seat: number; words: number }[] }
  | { kind: 'synthesis'; words: number }
  | { kind: 'over'; how: 'finished' | 'stopped' | 'failed' | 'interrupted' }

/** How many turns a phase takes at most, its synthesis included. */
export function turnsOf({ seats, rounds }: { seats: number; rounds: number }): number {
  return seats * rounds + 1
}

/**
 * What a phase can come to: its turns, the words of all of them, and the share with which its first turns begin. Words
 * beyond what so many turns may say are never said.
 */
export function capsOf(phase: { seats: number; rounds: number; words: number }): {
  turns: number
  words: number
  each: number
} {
  const turns = turnsOf(phase)
  return {
    turns,
    words: Math.min(phase.words, turns * limits.turnWords.max),
    each: shareOf(phase.words, turns),
  }
}

/** The words that were said and those that may yet be said by turns that are under way. */
export function wordsSpent(turns: readonly PlannedTurn[]): number {
  return turns.reduce((sum, { said, given }) => sum + (said ?? given), 0)
}

/**
 * The seats whose words count: not dropped by a person, and without a turn in this phase that failed. A failed agent is
 * left out of what follows, the synthesis included.
 */
export function standingSeats(run: Pick<PlannedRun, 'seats'>, turns: readonly PlannedTurn[]): number[] {
  const failed = new Set(
    turns.flatMap(({ seat, state, again }) => (state === 'failed' && !again ? [seat] : [])),
  )
  return run.seats.flatMap(({ dropped }, seat) => (dropped || failed.has(seat) ? [] : [seat]))
}

/**
 * What a run does next, of nothing but its plan and its turns, so that every server and every page decides the same.
 * Whatever it decides, the words of all turns never pass the cap: each turn is given its share of what is left.
 */
export function nextStep(run: PlannedRun, turns: readonly PlannedTurn[]): SwarmStep {
  if (turns.some(({ state }) => state === 'running')) return { kind: 'wait' }
  if (run.stopped) return { kind: 'over', how: 'stopped' }
  const taken = turns.filter(({ again }) => !again)
  const synthesis = taken.find(({ seat }) => seat === null)
  if (synthesis) return { kind: 'over', how: endOf(synthesis.state) }
  if (taken.some(({ state }) => state === 'interrupted')) return { kind: 'over', how: 'interrupted' }

  const standing = standingSeats(run, turns)
  if (standing.length === 0) return { kind: 'over', how: 'failed' }
  const due = dueTurns(run, taken, standing)
  const left = run.phase.words - wordsSpent(turns)
  const share = shareOf(left, due.length + 1)
  if (due.length > 0 && share >= limits.turnWords.min) {
    const round = due[0]?.round
    const now = run.mode === 'relay' ? due.slice(0, 1) : due.filter((turn) => turn.round === round)
    return { kind: 'turns', turns: now.map((turn) => ({ ...turn, words: share })) }
  }
  const words = shareOf(left, 1)
  return words >= limits.turnWords.min ? { kind: 'synthesis', words } : { kind: 'over', how: 'failed' }
}

/**
 * Whether a turn is asked once more where a phase is taken up that was stopped, failed or was interrupted: what was broken
 * off, a synthesis that was not finished, and, where nobody was left, those that failed.
 * @param ended how the phase was over
 */
export function isTakenAgain(
  { seat, state }: Pick<PlannedTurn, 'seat' | 'state'>,
  ended: 'running' | 'finished' | 'stopped' | 'failed' | 'interrupted',
): boolean {
  if (state === 'interrupted') return true
  if (seat === null) return state !== 'finished'
  return ended === 'failed' && state === 'failed'
}

function endOf(state: ReplyState): 'finished' | 'stopped' | 'failed' | 'interrupted' {
  return state === 'running' ? 'interrupted' : state
}

/** The turns of agents that are yet to be taken, in their order. */
function dueTurns(
  { phase }: PlannedRun,
  taken: readonly PlannedTurn[],
  standing: readonly number[],
): { round: number; seat: number }[] {
  const had = new Set(taken.map(({ round, seat }) => `${round}:${seat}`))
  return Array.from({ length: phase.rounds }, (_, index) => index + 1).flatMap((round) =>
    standing.flatMap((seat) => (had.has(`${round}:${seat}`) ? [] : [{ round, seat }])),
  )
}

/** What one of so many turns gets of the words that are left. */
function shareOf(left: number, turns: number): number {
  return Math.min(limits.turnWords.max, Math.floor(left / turns))
}
