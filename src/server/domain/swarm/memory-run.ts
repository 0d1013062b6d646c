import { UNKEPT_RUN_MS } from '../../../shared/common/limits.ts'
import type { SwarmTurn } from '../../../shared/swarm/swarm.ts'
import type { BegunSwarmTurn, SteppedRun } from '../../db/swarm/swarm-turns.ts'
import type { FoundRun } from './run-store.ts'

/** The size of a run besides its texts, in characters. */
const FRAME = 2_000

/** A run as it is kept in memory. It is immutable: a change creates a new object. */
export interface MemoryRun extends SteppedRun {
  id: string
  awaitsStep: boolean
  createdAt: Date
  updatedAt: Date
  deletedAt: Date | null
}

/** When the run expires. */
export const untilOf = ({ updatedAt }: MemoryRun) => new Date(updatedAt.getTime() + UNKEPT_RUN_MS)

export const isRunning = ({ state }: MemoryRun) => state === 'running'

/** The run's turns, with one of them replaced. */
export const withTurn = ({ turns }: MemoryRun, turn: SwarmTurn) =>
  turns.map((one) => (one.id === turn.id ? turn : one))

/** The memory use of a run, in characters. */
export function sizeOf({ phases, turns }: MemoryRun): number {
  const asked = phases.reduce((sum, { task }) => sum + task.length, 0)
  return turns.reduce((sum, { content }) => sum + content.length, FRAME + asked)
}

/** Converts a run to the form that its readers get. */
export function foundRun(run: MemoryRun): FoundRun {
  const { id, owner, mode, seats, phases, turns, state, createdAt, updatedAt } = run
  return {
    owner,
    run: {
      id,
      mode,
      seats,
      phases,
      turns,
      state,
      shared: true,
      until: untilOf(run).toISOString(),
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    },
  }
}

/** Creates a turn that starts now. */
export function begunTurn(
  { place, number, phase, round, seat, words }: BegunSwarmTurn,
  now: Date,
): SwarmTurn {
  return {
    id: place.replyId,
    number,
    phase,
    round,
    seat,
    state: 'running',
    content: '',
    given: words,
    said: null,
    trouble: null,
    again: false,
    createdAt: now.toISOString(),
  }
}
