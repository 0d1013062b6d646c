import type { AnsweringAgent } from '../../../shared/chat/chat.ts'
import { nextStep, type SwarmStep } from '../../../shared/swarm/swarm-plan.ts'
import { type BegunSwarmTurn, plannedTurns, type SteppedRun } from '../../db/swarm/swarm-turns.ts'
import type { ActingFor } from '../chat/reply-tools.ts'
import { patchedParts, waitsForWords } from '../tools/patched-parts.ts'
import { ScheduledTurns, type Turns } from '../turns/schedule-turns.ts'
import type { ActingKind, DecidedTurn } from '../turns/turn-kind.ts'
import type { TurnsOptions } from '../turns/turns-options.ts'
import type { LiveRuns } from './live-runs.ts'
import type { EndedTurn, RunStore, WaitingTurns } from './run-store.ts'
import { swarmTurnRequest, synthesisRequest } from './turn-request.ts'

interface RunTurnsOptions extends TurnsOptions {
  store: RunStore
  live: LiveRuns
}

/** When a turn has ended, the plan decides what comes next. */
export function createRunTurns(options: RunTurnsOptions): Turns {
  const { store, live } = options
  return new ScheduledTurns<EndedTurn>(options, {
    scope: 'run',
    running: store.running,
    undecided: 'the next step of a run can not be decided yet',
    listAwaiting: () => store.listAwaiting(),

    async decide(runId, by) {
      const stepped = await store.step(runId, by, nextStepOf)
      if (!stepped) return []
      for (const { place } of stepped.begun) live.begin(place.replyId)
      live.changed(runId)
      return stepped.begun.map((turn) => decidedTurn(turn, stepped.run, options))
    },

    acting: store.waiting && waitingTurns(store.waiting, options),

    storeEnd: (server, place, end) => store.storeEnd(server, place, end),

    async closeDead(dead) {
      const closed = await store.closeDead(dead)
      return closed.map(({ state, ...place }) => ({ place, ended: { state } }))
    },

    onEnded({ conversationId: runId, replyId }) {
      live.over(replyId)
      live.changed(runId)
    },
  })
}

/** How turns of runs wait and go on. */
function waitingTurns(waiting: WaitingTurns, options: Pick<RunTurnsOptions, 'store' | 'live'>): ActingKind {
  const { live } = options
  return {
    async patch(place, calls, isOver) {
      await waiting.change(place, ({ parts, state }) => {
        const patched = patchedParts(parts, calls, true)
        if (!patched) return null
        const ends = isOver && state === 'waiting' && !waitsForWords(patched)
        return { parts: patched, ...(ends && { state: 'stopped' as const }) }
      })
      live.changed(place.conversationId)
    },

    listWaiting: (runId) => waiting.list(runId),
    listStranded: () => waiting.listStranded(),

    standing: (place) => waiting.standing(place),

    async stopWaiting(place) {
      const ended = await waiting.change(place, ({ state }) =>
        state === 'waiting' ? { state: 'stopped' } : null,
      )
      live.changed(place.conversationId)
      return ended
    },

    async takeUp(place, server) {
      const taken = await waiting.takeUp(place, server)
      if (!taken || taken === 'gone') return taken
      const { run, turn, before } = taken
      live.begin(place.replyId)
      live.changed(place.conversationId)
      return { turn: decidedTurn(turn, run, options), before }
    },
  }
}

function nextStepOf(run: SteppedRun): SwarmStep {
  const { mode, seats, phases, stopped } = run
  const phase = phases.at(-1)
  if (!phase) throw new Error('a run has no task')
  return nextStep({ mode, seats, phase, stopped }, plannedTurns(run))
}

function decidedTurn(
  turn: BegunSwarmTurn,
  run: SteppedRun,
  { store, live }: Pick<RunTurnsOptions, 'store' | 'live'>,
): DecidedTurn {
  const { place, seat, agent, words } = turn
  const { conversationId: runId, replyId } = place
  const request =
    seat === null
      ? () => synthesisRequest(turn, run)
      : agent && (() => swarmTurnRequest(agent, { ...turn, seat }, run))
  return {
    place,
    asker: run.owner,
    wallet: store.walletOf(run.owner),
    agentId: seat === null ? null : (run.seats[seat]?.agentId ?? null),
    words,
    logged: { run: runId, turn: replyId },
    request: request ? async () => request() : undefined,
    acts: agent ? async () => actingInRun(turn, agent, run, store.walletOf(run.owner)) : undefined,
    said: (so) => live.said(runId, replyId, so),
    waits: (until) => live.waits(runId, replyId, until),
  }
}

/**
 * How an agent acts in a run: whoever started it decides, and wrote its tasks. What other agents said is text of others.
 * A visitor's run is stored nowhere, so that nothing in it can wait.
 */
function actingInRun(
  { place, phase, round }: Pick<BegunSwarmTurn, 'place' | 'phase' | 'round'>,
  agent: AnsweringAgent,
  { mode, phases, turns }: Pick<SteppedRun, 'mode' | 'phases' | 'turns'>,
  wallet: string | null,
): ActingFor {
  const { conversationId: scopeId, replyId } = place
  const readsOthers =
    phase > 0 || (mode !== 'parallel' && (round > 1 || mode === 'relay') && turns.length > 0)
  return {
    place: wallet === null ? null : { scope: 'run', scopeId, replyId },
    written: phases.slice(0, phase + 1).map(({ task }) => task),
    cited: [],
    marks: {
      untrusted: readsOthers,
      private: wallet !== null && agent.owner === wallet && (agent.ownDocuments ?? null) !== null,
    },
  }
}
