import type { ReplyState } from '../chat/messages.ts'
import { limits } from '../common/limits.ts'

/**
 * A synthesis ends each phase.
 * - `parallel`: each agent answers the task on its own, all at once.
 * - `debate`: each agent sees what the others said in the previous round.
 * - `relay`: each agent builds on everything said before.
 */
export const swarmModes = ['parallel', 'debate', 'relay'] as const
export type SwarmMode = (typeof swarmModes)[number]

export interface PlannedRun {
  mode: SwarmMode
  seats: readonly { dropped: boolean }[]
  phase: { rounds: number; words: number }
  stopped: boolean
}

export interface PlannedTurn {
  /** Starts at 1; 0 for the synthesis. */
  round: number
  seat: number | null
  state: ReplyState
  /** Words that it may use; `said` is null while the turn is running or waits for a person. */
  given: number
  said: number | null
  /** It broke off through no fault of its agent and is repeated: only its words count. */
  again: boolean
}

export type SwarmStep =
  | { kind: 'wait' }
  | { kind: 'turns'; turns: { round: number; seat: number; words: number }[] }
  | { kind: 'synthesis'; words: number }
  | { kind: 'over'; how: 'finished' | 'stopped' | 'failed' | 'interrupted' }

/** The synthesis included. */
export function turnsOf({ seats, rounds }: { seats: number; rounds: number }): number {
  return seats * rounds + 1
}

/** `each` is the share of each of the first turns. Words beyond what that many turns may use are never used. */
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

export function wordsSpent(turns: readonly PlannedTurn[]): number {
  return turns.reduce((sum, { said, given }) => sum + (said ?? given), 0)
}

/** A failed agent is left out of the rest of the phase, the synthesis included. */
export function activeSeats(run: Pick<PlannedRun, 'seats'>, turns: readonly PlannedTurn[]): number[] {
  const failed = new Set(
    turns.flatMap(({ seat, state, again }) => (state === 'failed' && !again ? [seat] : [])),
  )
  return run.seats.flatMap(({ dropped }, seat) => (dropped || failed.has(seat) ? [] : [seat]))
}

/** The seats as they were when a phase ended: an agent that had a turn in a later phase was removed after this one. */
export function seatsIn<Seat extends { dropped: boolean }>(
  run: { seats: readonly Seat[]; turns: readonly { phase: number; seat: number | null }[] },
  phase: number,
): Seat[] {
  return run.seats.map((seat, place) => {
    const spokeLater = run.turns.some((turn) => turn.phase > phase && turn.seat === place)
    return spokeLater ? { ...seat, dropped: false } : seat
  })
}

/**
 * Depends on the plan and the turns alone, so that every server and page decides the same. Each turn gets a share of
 * what is left, so the words of all turns never exceed the cap.
 */
export function nextStep(run: PlannedRun, turns: readonly PlannedTurn[]): SwarmStep {
  if (turns.some(({ state }) => state === 'running')) return { kind: 'wait' }
  if (run.stopped) return { kind: 'over', how: 'stopped' }
  // It is taken and has not ended: the turns beside it go on, and what follows them comes after it.
  if (turns.some(({ state, again }) => state === 'waiting' && !again)) return { kind: 'wait' }
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

/** Marks the turns that are repeated when a phase is resumed; null if too few words are left. */
export function takenUp<Turn extends PlannedTurn>(
  run: Omit<PlannedRun, 'stopped'> & { state: Parameters<typeof isTakenAgain>[1] },
  turns: readonly Turn[],
): Turn[] | null {
  const again = turns.map((turn) => ({ ...turn, again: turn.again || isTakenAgain(turn, run.state) }))
  return nextStep({ ...run, stopped: false }, again).kind === 'over' ? null : again
}

/** Turns that broke off or still waited, an unfinished synthesis and, if no agent was left, turns that failed are repeated. */
function isTakenAgain(
  { seat, state }: Pick<PlannedTurn, 'seat' | 'state'>,
  ended: 'running' | 'finished' | 'stopped' | 'failed' | 'interrupted',
): boolean {
  if (state === 'interrupted' || state === 'waiting') return true
  if (seat === null) return state !== 'finished'
  return ended === 'failed' && state === 'failed'
}

function endOf(state: ReplyState): 'finished' | 'stopped' | 'failed' | 'interrupted' {
  return state === 'running' || state === 'waiting' ? 'interrupted' : state
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
