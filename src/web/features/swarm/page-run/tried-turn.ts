import type { SwarmRun, SwarmTurn, TriedTurn } from '../../../../shared/swarm.ts'
import { standingSeats } from '../../../../shared/swarm-plan.ts'

/**
 * What the server has to know to have one turn said of a run that only this page knows: with the words that count for it,
 * by the rule by which a stored run's are chosen.
 */
export function triedTurn(run: SwarmRun, { round, seat, given }: SwarmTurn): TriedTurn {
  const standing = standingSeats(run, run.turns)
  // An agent that failed is left out of the synthesis with all that it said before.
  const counts = (one: number) => (seat === null ? standing.includes(one) : !run.seats[one]?.dropped)
  const said = run.turns.flatMap((turn) =>
    turn.seat !== null && counts(turn.seat) && hasWords(turn)
      ? [{ round: turn.round, seat: turn.seat, content: turn.content }]
      : [],
  )
  return {
    mode: run.mode,
    task: run.phases[0]?.task ?? '',
    agentIds: run.seats.map(({ agentId }) => agentId),
    round,
    seat,
    words: given,
    said,
  }
}

function hasWords({ state, content, again }: SwarmTurn): boolean {
  return !again && state !== 'running' && state !== 'failed' && content.trim() !== ''
}
