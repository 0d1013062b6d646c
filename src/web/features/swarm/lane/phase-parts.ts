import type {
  SwarmPhase,
  SwarmRun,
  SwarmSeat,
  SwarmState,
  SwarmTurn,
} from '../../../../shared/swarm/swarm.ts'
import { seatsIn, wordsSpent } from '../../../../shared/swarm/swarm-plan.ts'
import { countWords } from '../../../../shared/text/count-words.ts'

export type LaneState =
  | 'waiting'
  /** It was asked and has not produced any text yet. */
  | 'thinking'
  | 'speaking'
  /** Its turn goes on once a person has decided about what it wants to do. */
  | 'asking'
  /** It has completed its turns, or the phase ended before it was asked again. */
  | 'done'
  /** The phase ended before it was asked at all. */
  | 'unasked'
  /** Its last turn was stopped by a person, or interrupted with its server. */
  | 'stopped'
  | 'interrupted'
  /** It is left out of everything that follows. */
  | 'failed'
  | 'dropped'

export interface LanePart {
  index: number
  seat: SwarmSeat
  state: LaneState
  turns: readonly SwarmTurn[]
}

export interface PhasePart {
  index: number
  phase: SwarmPhase
  /** `running` only for the current phase; for an earlier one, how its synthesis ended. */
  state: SwarmState
  lanes: readonly LanePart[]
  synthesis: SwarmTurn | undefined
  /** `spent` includes what running turns may still produce. */
  words: { said: number; spent: number }
  /** A repeated turn counts once. */
  turnsTaken: number
}

export function phaseParts(run: SwarmRun): PhasePart[] {
  return run.phases.map((phase, index) => {
    const turns = run.turns.filter((turn) => turn.phase === index)
    const isLast = index === run.phases.length - 1
    const synthesis = turns.findLast(({ seat }) => seat === null)
    const state = isLast ? run.state : endedAs(synthesis)
    return {
      index,
      phase,
      state,
      lanes: seatsIn(run, index).map((seat, place) => {
        const own = turns.filter((turn) => turn.seat === place)
        return { index: place, seat, turns: own, state: laneState(own, seat.dropped, state, phase) }
      }),
      synthesis,
      words: {
        said: turns.reduce((sum, { said, content }) => sum + (said ?? countWords(content)), 0),
        spent: wordsSpent(turns),
      },
      turnsTaken: turns.filter(({ again }) => !again).length,
    }
  })
}

/** Without a synthesis the phase had been stopped, had failed or was interrupted. */
function endedAs(synthesis: SwarmTurn | undefined): SwarmState {
  return !synthesis || synthesis.state === 'running' || synthesis.state === 'waiting'
    ? 'stopped'
    : synthesis.state
}

function laneState(
  turns: readonly SwarmTurn[],
  dropped: boolean,
  state: SwarmState,
  phase: SwarmPhase,
): LaneState {
  const running = turns.find((turn) => turn.state === 'running')
  if (dropped) return 'dropped'
  if (running) return running.content.trim() === '' ? 'thinking' : 'speaking'
  if (turns.some((turn) => turn.state === 'failed' && !turn.again)) return 'failed'
  if (turns.some((turn) => turn.state === 'waiting' && !turn.again) && state === 'running') return 'asking'
  const taken = turns.filter(({ again }) => !again)
  if (state === 'running' && taken.length < phase.rounds) return 'waiting'
  const last = taken.at(-1)
  if (!last) return 'unasked'
  return last.state === 'stopped' || last.state === 'interrupted' ? last.state : 'done'
}

export function joinedIn({ lanes }: PhasePart): { joined: string[]; leftOut: string[] } {
  const joins = ({ state, turns }: LanePart) =>
    state !== 'failed' &&
    state !== 'dropped' &&
    turns.some(({ content, again }) => content.trim() !== '' && !again)
  const names = (some: readonly LanePart[]) => some.map(({ seat }) => seat.agentName)
  return { joined: names(lanes.filter(joins)), leftOut: names(lanes.filter((lane) => !joins(lane))) }
}
