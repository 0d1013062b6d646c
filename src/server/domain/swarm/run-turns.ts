import { nextStep } from '../../../shared/swarm/swarm-plan.ts'
import {
  type BegunSwarmTurn,
  closeDeadTurns,
  listAwaitingRuns,
  plannedTurns,
  type SteppedRun,
  stepRun,
  storeTurnEnd,
} from '../../db/swarm/swarm-turns.ts'
import { type DecidedTurn, scheduleTurns, type Turns, type TurnsOptions } from '../turns/schedule-turns.ts'
import type { LiveRuns } from './live-runs.ts'
import { swarmTurnRequest, synthesisRequest } from './turn-request.ts'

export interface RunTurnsOptions extends TurnsOptions {
  live: LiveRuns
}

/** Turns of runs: the plan says what comes next when one of them is over. */
export function createRunTurns(options: RunTurnsOptions): Turns {
  const { sql, live } = options

  function decided(turn: BegunSwarmTurn, run: SteppedRun): DecidedTurn {
    const { place, seat, agent, words } = turn
    const { conversationId: runId, replyId } = place
    const request =
      seat === null
        ? () => synthesisRequest(turn, run)
        : agent && (() => swarmTurnRequest(agent, { ...turn, seat }, run))
    return {
      place,
      wallet: run.owner,
      // The synthesis is nobody's agent's.
      agentId: seat === null ? null : (run.seats[seat]?.agentId ?? null),
      words,
      logged: { run: runId, turn: replyId },
      request: request ? async () => request() : undefined,
      said: (content) => live.said(runId, replyId, content),
    }
  }

  const turns = scheduleTurns(options, {
    table: 'running_turns',
    undecided: 'the next step of a run can not be decided yet',
    listAwaiting: () => listAwaitingRuns(sql),

    async decide(runId, by) {
      const stepped = await stepRun(sql, runId, by, (run) => {
        const { mode, seats, phases, stopped } = run
        const phase = phases.at(-1)
        if (!phase) throw new Error('a run has no task')
        return nextStep({ mode, seats, phase, stopped }, plannedTurns(run))
      })
      if (!stepped) return []
      for (const { place } of stepped.begun) live.begin(place.replyId)
      live.changed(runId)
      return stepped.begun.map((turn) => decided(turn, stepped.run))
    },

    storeEnd: (server, place, end) => storeTurnEnd(sql, server, place, end),

    async closeDead(dead) {
      const closed = await closeDeadTurns(sql, dead)
      return closed.map(({ state, ...place }) => ({ place, ended: { state } }))
    },

    onEnded({ conversationId: runId, replyId }) {
      live.over(replyId)
      live.changed(runId)
    },
  })
  return {
    ...turns,
    async close() {
      await turns.close()
      live.close()
    },
  }
}
