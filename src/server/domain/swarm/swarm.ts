import { limits } from '../../../shared/common/limits.ts'
import type { NewSwarmRun, SwarmPage, SwarmRun } from '../../../shared/swarm/swarm.ts'
import type { Db } from '../../db/connect/connect.ts'
import { isRunStored, listRuns, RUNS } from '../../db/swarm/swarm-runs.ts'
import type { Agents } from '../agents/agents.ts'
import { Failure } from '../failure.ts'
import { noQuotas, type Quotas } from '../quotas/quotas.ts'
import { readCursor } from '../read-cursor.ts'
import type { Turns, TurnsOptions } from '../turns/schedule-turns.ts'
import { waitForLimit } from '../turns/wait-for-limit.ts'
import { createLiveRuns } from './live-runs.ts'
import { createMemoryRuns, type MemoryCaps } from './memory-runs.ts'
import type { RunStore } from './run-store.ts'
import { createRunTurns } from './run-turns.ts'
import { createRuns, type Runs } from './runs.ts'
import { storedRuns } from './stored-runs.ts'

/** All runs: the same implementation for two stores, that of wallets and that of visitors. */
export interface Swarm {
  /** The operations for the run with this id. */
  of(id: string): Runs
  /** Whether the run was started on this server without a wallet; then no sign-in is needed to change it. */
  isVisitors(id: string): boolean
  /** Starts a run that is stored for a wallet. Throws as `Runs.begin` does. */
  begin(wallet: string, wanted: NewSwarmRun): ReturnType<Runs['begin']>
  /**
   * Starts a run that is only kept in this server's memory.
   * @param address the network address that it is counted for
   */
  beginUnkept(address: string, wanted: NewSwarmRun): ReturnType<Runs['begin']>
  /**
   * Lists a wallet's runs, most recently used first.
   * @throws {Failure} `cursor_invalid`
   */
  list(wallet: string, page: { cursor?: string | undefined; limit?: number | undefined }): Promise<SwarmPage>
  /** See `Runs.endDeleted`. Only for runs of wallets, which are deleted together with everything of a wallet. */
  endDeleted: Runs['endDeleted']
  /** Removes for good the runs deleted more than an hour ago, and expired ones; to be called every few minutes. */
  sweepDeleted(): Promise<void>
  /** See `Turns`. */
  closeOrphans(): Promise<void>
  close(): Promise<void>
}

/** The options of runs, in addition to those of all kinds of turns. */
export interface SwarmOptions extends Omit<TurnsOptions, 'mayAsk'> {
  db: Db
  agents: Pick<Agents, 'findChoosable' | 'findAnswering'>
  quotas: Quotas
  /** Counts a model call; see `RateLimits`. */
  takeCall: (by: { wallet: string } | { address: string }) => Promise<number>
  /** For tests: the memory limits of visitors' runs. */
  memory?: MemoryCaps | undefined
  /** For tests: milliseconds between two polls for turns that another server receives. */
  everyMs?: number | undefined
}

export function createSwarm(options: SwarmOptions): Swarm {
  const { db, clock, agents, quotas, takeCall } = options

  function machine(store: RunStore, differing: Pick<TurnsOptions, 'mayAsk' | 'alone'> & { quotas: Quotas }) {
    const live = createLiveRuns()
    const turns: Turns = createRunTurns({ ...options, ...differing, store, live })
    const findAgent = agents.findChoosable
    return { turns, runs: createRuns({ ...options, ...differing, store, live, turns, findAgent }) }
  }

  const memory = createMemoryRuns({
    clock,
    findAgent: (id) => agents.findAnswering(id, null),
    isStored: (id) => isRunStored(db, id),
    caps: options.memory,
  })
  const kept = machine(storedRuns(db), {
    mayAsk: waitForLimit((wallet) => takeCall({ wallet })),
    alone: options.alone,
    quotas,
  })
  const visitors = machine(memory, {
    mayAsk: waitForLimit((address) => takeCall({ address })),
    // No other server can access this one's memory.
    alone: true,
    quotas: noQuotas,
  })

  return {
    of: (id) => (memory.has(id) ? visitors.runs : kept.runs),
    isVisitors: memory.has,

    async begin(wallet, wanted): Promise<{ run: SwarmRun; created: boolean }> {
      if (!memory.has(wanted.id)) return kept.runs.begin(wallet, wanted)
      throw new Failure('conflict', 'There is already a run with this id.', {
        errors: { id: 'This id is taken.' },
      })
    },

    beginUnkept: visitors.runs.begin,

    list: (wallet, { cursor, limit = limits.listPage }) =>
      listRuns(db, wallet, { limit, after: readCursor(RUNS, cursor) }),

    endDeleted: kept.runs.endDeleted,

    async sweepDeleted() {
      await visitors.runs.sweepDeleted()
      await kept.runs.sweepDeleted()
    },

    closeOrphans: () => kept.turns.closeOrphans(),

    async close() {
      await Promise.all([kept.turns.close(), visitors.turns.close()])
    },
  }
}
