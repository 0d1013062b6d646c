import type { ReplyState } from '../chat/messages.ts'
import { limits } from '../common/limits.ts'

/**
 * How the agents of a run work together. A synthesis ends each phase.
 * - `parallel`: each agent answers the task on its own, all at once.
 * - `debate`: several rounds; each agent sees what the others said in the previous round.
 * - `relay`: one after the other; each agent builds on everything said before.
 */
export const swarmModes = ['parallel', 'debate', 'relay'] as const
export type SwarmMode = (typeof swarmModes)[number]

/** The input of the plan: a run that people and servers may interrupt at any moment. */
export interface PlannedRun {
  mode: SwarmMode
  seats: readonly { dropped: boolean }[]
  phase: { rounds: number; words: number }
  stopped: boolean
}

/** The fields of a turn of the current phase that the plan depends on. */
export interface PlannedTurn {
  /** Starts at 1; 0 for the synthesis. */
  round: number
  seat: number | null
  state: ReplyState
  /** The words that the turn was given and those that it used; the latter is null while it is running. */
  given: number
  said: number | null
  /** Whether the turn broke off through no fault of its agent and is repeated: only its words count. */
  again: boolean
}

export type SwarmStep =
  | { kind: 'wait' }
  | { kind: 'turns'; turns: { round: number; seat: number; words: number }[] }
  | { kind: 'synthesis'; words: number }
  | { kind: 'over'; how: 'finished' | 'stopped' | 'failed' | 'interrupted' }

/** The maximum number of turns of a phase, its synthesis included. */
export function turnsOf({ seats, rounds }: { seats: number; rounds: number }): number {
  return seats * rounds + 1
}

/**
 * Returns the limits of a phase: its turns, the words of all of them, and the share of each of the first turns. Words
 * beyond what that many turns may use are never used.
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

/** The words that were used plus those that running turns may still use. */
export function wordsSpent(turns: readonly PlannedTurn[]): number {
  return turns.reduce((sum, { said, given }) => sum + (said ?? given), 0)
}

/**
 * Returns the seats that take part: not dropped by a person, and without a failed turn in this phase. A failed agent is
 * left out of the rest of the phase, the synthesis included.
 */
export function activeSeats(run: Pick<PlannedRun, 'seats'>, turns: readonly PlannedTurn[]): number[] {
  const failed = new Set(
    turns.flatMap(({ seat, state, again }) => (state === 'failed' && !again ? [seat] : [])),
  )
  return run.seats.flatMap(({ dropped }, seat) => (dropped || failed.has(seat) ? [] : [seat]))
}

/**
 * Decides what a run does next from its plan and turns alone, so that every server and every page decides the same. The
 * words of all turns never exceed the cap: each turn is given a share of what is left.
 */
export function nextStep(run: PlannedRun, turns: readonly PlannedTurn[]): SwarmStep {
  if (turns.some(({ state }) => state === 'running')) return { kind: 'wait' }
  if (run.stopped) return { kind: 'over', how: 'stopped' }
  const taken = turns.filter(({ again }) => !again)
  const synthesis = taken.find(({ seat }) => seat === null)
  if (synthesis) return { kind: 'over', how: endOf(synthesis.state) }
  if (taken.some(({ state }) => state === 'interrupted')) return { kind: 'over', how: 'interrupted' }

  const active = activeSeats(run, turns)
  if (active.length === 0) return { kind: 'over', how: 'failed' }
  const due = dueTurns(run, taken, active)
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
 * Prepares a phase that is over for being resumed by marking the turns that are repeated.
 * @returns the turns, or null if too few words are left for that
 */
export function takenUp<Turn extends PlannedTurn>(
  run: Omit<PlannedRun, 'stopped'> & { state: Parameters<typeof isTakenAgain>[1] },
  turns: readonly Turn[],
): Turn[] | null {
  const again = turns.map((turn) => ({ ...turn, again: turn.again || isTakenAgain(turn, run.state) }))
  return nextStep({ ...run, stopped: false }, again).kind === 'over' ? null : again
}

/**
 * Whether a turn is repeated when a stopped, failed or interrupted phase is resumed. This applies to turns that broke
 * off, to an unfinished synthesis and, if no agent was left, to the turns that failed.
 * @param ended how the phase ended
 */
function isTakenAgain(
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

function dueTurns(
  { phase }: PlannedRun,
  taken: readonly PlannedTurn[],
  active: readonly number[],
): { round: number; seat: number }[] {
  const had = new Set(taken.map(({ round, seat }) => `${round}:${seat}`))
  return Array.from({ length: phase.rounds }, (_, index) => index + 1).flatMap((round) =>
    active.flatMap((seat) => (had.has(`${round}:${seat}`) ? [] : [{ round, seat }])),
  )
}

function shareOf(left: number, turns: number): number {
  return Math.min(limits.turnWords.max, Math.floor(left / turns))
}
