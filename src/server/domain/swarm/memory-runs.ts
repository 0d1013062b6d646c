import type { AnsweringAgent } from '../../../shared/chat/chat.ts'
import { limits } from '../../../shared/common/limits.ts'
import { takenUp } from '../../../shared/swarm/swarm-plan.ts'
import type { DeletableRows } from '../../db/deletable-rows.ts'
import { plannedTurns, type SteppedRun, turnsToBegin } from '../../db/swarm/swarm-turns.ts'
import type { ReplyPlace } from '../../db/turns/running-turns.ts'
import { begunTurn, foundRun, isRunning, type MemoryRun, sizeOf, untilOf, withTurn } from './memory-run.ts'
import type { RunCap, RunStore } from './run-store.ts'

/** How much of this server's memory the runs of all visitors may use together. */
export interface MemoryCaps {
  /** The number of running runs. */
  running: number
  /** The number of characters of all runs, including completed ones. */
  characters: number
}

/**
 * About 80 MB at most: two bytes per character, and a running run may grow beyond the size that was checked when it
 * started, by the 21 turns of a phase with 8,000 characters each.
 */
const CAPS: MemoryCaps = { running: 100, characters: 24_000_000 }

/** The visitors' runs on this server. */
export interface MemoryRuns extends RunStore {
  has(id: string): boolean
}

/**
 * Runs that are not stored. They are kept in this server's memory for an hour after they were last given a task, and
 * are lost when the server ends. Their owner is a network address, for which they are counted; anyone with a run's id
 * may do everything with it.
 * @param options.findAgent finds an agent that everybody may ask, or null
 * @param options.isStored whether a stored run has this id, which these runs must not take over
 */
export function createMemoryRuns(options: {
  clock: () => Date
  findAgent: (id: string) => Promise<AnsweringAgent | null>
  isStored: (id: string) => Promise<boolean>
  caps?: MemoryCaps | undefined
}): MemoryRuns {
  const { clock, caps = CAPS } = options
  /** Ordered by their last task, the most recent last. */
  const runs = new Map<string, MemoryRun>()

  /** A run that has not expired, even if it is deleted, as long as it can be restored. */
  function known(id: string): MemoryRun | undefined {
    const run = runs.get(id)
    return run && untilOf(run) > clock() ? run : undefined
  }

  function shown(id: string): MemoryRun | undefined {
    const run = known(id)
    return run?.deletedAt === null ? run : undefined
  }

  function change(run: MemoryRun, by: Partial<MemoryRun>): void {
    runs.set(run.id, { ...run, ...by })
  }

  /** Resumes a run after a new task, which also restarts its hour. */
  function goOn(run: MemoryRun, now: Date, by: Partial<MemoryRun>): void {
    runs.delete(run.id)
    change(run, { ...by, state: 'running', stopped: false, awaitsStep: true, updatedAt: now })
  }

  /** A running turn with its run; null if it has ended or is gone. */
  function runningTurn({ conversationId, replyId }: ReplyPlace) {
    const run = known(conversationId)
    const turn = run?.turns.find(({ id, state }) => id === replyId && state === 'running')
    return run && turn ? { run, turn } : null
  }

  function forgetOver(): void {
    for (const run of runs.values()) if (untilOf(run) <= clock()) runs.delete(run.id)
  }

  /**
   * Makes room for a run that is to start or to go on, by removing the least recently used of the completed runs.
   * @returns the cap that prevents it; null if there is none
   */
  function makeRoom({ id, owner }: { id: string; owner: string }): RunCap | null {
    forgetOver()
    const others = [...runs.values()].filter((run) => run.id !== id)
    const running = others.filter(isRunning)
    if (running.filter((run) => run.owner === owner).length >= limits.swarmRunning) return 'busy'
    if (running.length >= caps.running) return 'full'
    let characters = others.reduce((sum, run) => sum + sizeOf(run), 0)
    let own = others.filter((run) => run.owner === owner).length
    for (const run of others) {
      const isOneTooMany = run.owner === owner && own >= limits.unkeptRuns
      if (isRunning(run) || !(isOneTooMany || characters > caps.characters)) continue
      runs.delete(run.id)
      characters -= sizeOf(run)
      if (run.owner === owner) own -= 1
    }
    return characters > caps.characters ? 'full' : null
  }

  async function agentsOf(seats: SteppedRun['seats']): Promise<Map<string, AnsweringAgent>> {
    const agents = await Promise.all(seats.map(({ agentId }) => options.findAgent(agentId)))
    return new Map(
      seats.flatMap(({ agentId }, index) => {
        const agent = agents[index]
        return agent ? [[agentId, agent] as const] : []
      }),
    )
  }

  const deletable: DeletableRows = {
    async mark(_db, { id }, at) {
      const run = shown(id)
      if (run) change(run, { deletedAt: at, stopped: true, awaitsStep: isRunning(run) })
      return run !== undefined
    },
    async restore(_db, { id }, earliest) {
      const run = known(id)
      if (!run) return 'none'
      if (run.deletedAt === null) return 'there'
      if (run.deletedAt < earliest) return 'late'
      change(run, { deletedAt: null })
      return 'restored'
    },
    async remove(_db, before) {
      forgetOver()
      const gone = [...runs.values()].filter(({ deletedAt }) => deletedAt !== null && deletedAt < before)
      for (const { id } of gone) runs.delete(id)
      return gone.map(({ owner }) => owner)
    },
  }

  return {
    has: (id) => known(id) !== undefined,
    walletOf: () => null,

    async insert({ id, owner, mode, seats, phase, now }) {
      if (await options.isStored(id)) return 'taken'
      if (known(id)) return 'there'
      const cap = makeRoom({ id, owner })
      if (cap) return cap
      runs.set(id, {
        id,
        owner,
        mode,
        seats: [...seats],
        phases: [phase],
        turns: [],
        state: 'running',
        stopped: false,
        awaitsStep: true,
        createdAt: now,
        updatedAt: now,
        deletedAt: null,
      })
      return 'made'
    },

    async find(id) {
      const run = shown(id)
      return run ? foundRun(run) : null
    },

    // Sharing can't be changed: anyone with the link may read such a run.
    setShared: async () => false,

    async wantStop({ id }) {
      const run = shown(id)
      if (!run || !isRunning(run)) return false
      change(run, { stopped: true, awaitsStep: true })
      return true
    },

    async dropSeat({ id }, seat) {
      const run = shown(id)
      if (!run?.seats[seat]) return false
      const seats = run.seats.map((one, index) => (index === seat ? { ...one, dropped: true } : one))
      change(run, { seats, awaitsStep: isRunning(run) })
      return true
    },

    async listRunningSeats(id) {
      const running = known(id)?.turns.filter(({ state }) => state === 'running') ?? []
      return running.map(({ id: replyId, seat }) => ({ replyId, seat }))
    },

    async addPhase({ id }, phase, now) {
      const run = shown(id)
      if (!run || isRunning(run)) return 'running'
      if (run.phases.length >= limits.swarmPhases) return 'many'
      const cap = makeRoom(run)
      if (cap) return cap
      goOn(run, now, { phases: [...run.phases, phase] })
      return 'begun'
    },

    async takeAgain({ id }, now) {
      const run = shown(id)
      const phase = run?.phases.at(-1)
      if (!run || !phase || isRunning(run)) return 'running'
      if (run.state === 'finished') return 'finished'
      const again = takenUp({ ...run, phase }, plannedTurns(run))
      if (!again) return 'spent'
      const cap = makeRoom(run)
      if (cap) return cap
      const asked = new Map(again.map((turn) => [turn.id, turn]))
      goOn(run, now, { turns: run.turns.map((turn) => asked.get(turn.id) ?? turn) })
      return 'begun'
    },

    deletable,

    async step(id, by, decide) {
      const before = known(id)
      if (!before?.awaitsStep) return null
      const agentOf = await agentsOf(before.seats)
      // From here on the code is synchronous, so that the decision is stored in the same turn of the event loop.
      const run = known(id)
      if (!run?.awaitsStep) return null
      const step = isRunning(run) ? decide(run) : ({ kind: 'wait' } as const)
      const begun = turnsToBegin(id, run, step, by.newId, agentOf)
      const state = step.kind === 'over' ? step.how : run.state
      change(run, {
        awaitsStep: false,
        state,
        turns: [...run.turns, ...begun.map((turn) => begunTurn(turn, by.now))],
      })
      return { run, begun }
    },

    listAwaiting: async () => [...runs.values()].flatMap(({ id, awaitsStep }) => (awaitsStep ? [id] : [])),

    running: () => ({
      async storeWords(said) {
        return said.flatMap(({ conversationId, replyId, words }) => {
          const running = runningTurn({ conversationId, replyId })
          if (!running) return []
          const { run, turn } = running
          change(run, { turns: withTurn(run, { ...turn, content: turn.content + words }) })
          return [{ conversationId, replyId, stopWanted: false }]
        })
      },
      // Everything that runs here is received here: no other server can have crashed or has to be asked.
      listHeartbeats: async () => [],
      wantStop: async () => null,
      listRunning: async () => [],
    }),

    async storeEnd(_server, place, { content, state, trouble, said }) {
      const running = runningTurn(place)
      if (running) {
        const { run, turn } = running
        change(run, {
          turns: withTurn(run, { ...turn, content, state, trouble, said }),
          awaitsStep: true,
        })
        return { state }
      }
      const ended = known(place.conversationId)?.turns.find(({ id }) => id === place.replyId)
      return ended ? { state: ended.state } : null
    },

    closeDead: async () => [],
  }
}
