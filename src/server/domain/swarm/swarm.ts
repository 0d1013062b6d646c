import { limits } from '../../../shared/common/limits.ts'
import type { NewSwarmRun, SwarmPage } from '../../../shared/swarm/swarm.ts'
import type { Db } from '../../db/connect/connect.ts'
import { isRunStored, listRuns, RUNS } from '../../db/swarm/swarm-runs.ts'
import type { Agents } from '../agents/agents.ts'
import type { Leaving } from '../operation/leaving.ts'
import { noQuotas, type Quotas } from '../quotas/quotas.ts'
import { readCursor } from '../read-cursor.ts'
import { type HeartbeatsOptions, TurnHeartbeats } from '../turns/running/turn-heartbeats.ts'
import type { Turns } from '../turns/schedule-turns.ts'
import type { TurnsOptions } from '../turns/turns-options.ts'
import { waitForLimit } from '../turns/wait-for-limit.ts'
import { LiveRuns } from './live-runs.ts'
import { MemoryRuns } from './memory-runs.ts'
import type { MemoryCaps } from './run-memory.ts'
import type { RunStore } from './run-store.ts'
import { createRunTurns } from './run-turns.ts'
import { idTaken, Runs, type RunsOptions } from './runs.ts'
import { storedRuns } from './stored-runs.ts'

export interface SwarmOptions extends Omit<TurnsOptions, 'mayAsk' | 'leaving'> {
  db: Db
  agents: Pick<Agents, 'findChoosable' | 'findAnswering'>
  quotas: Quotas
  leaving?: Leaving | undefined
  takeCall: (by: { wallet: string } | { address: string }) => Promise<number>
  memory?: MemoryCaps | undefined
  every?: TurnsOptions['every'] & HeartbeatsOptions['every']
  everyMs?: number | undefined
}

/** The same implementation for two stores, that of wallets and that of visitors. */
export class Swarm {
  readonly #db: Db
  readonly #memory: MemoryRuns
  readonly #wallets: Machine
  readonly #visitors: Machine

  constructor(options: SwarmOptions) {
    const { db, clock, agents, quotas, takeCall } = options
    this.#db = db
    this.#memory = new MemoryRuns({
      clock,
      findAgent: (id) => agents.findAnswering(id, null),
      isStored: (id) => isRunStored(db, id),
      caps: options.memory,
    })
    this.#wallets = machine(storedRuns(db), {
      ...options,
      mayAsk: waitForLimit((wallet) => takeCall({ wallet })),
      quotas,
    })
    this.#visitors = machine(this.#memory, {
      ...options,
      mayAsk: waitForLimit((address) => takeCall({ address })),
      // No other server can access this one's memory, nor does the database know of its turns: a run goes on here while
      // the server leaves, but none begins.
      alone: true,
      leaving: undefined,
      refuseNew: () => options.leaving?.refuseNew(),
      relay: undefined,
      heartbeats: new TurnHeartbeats({ ...options, store: this.#memory.heartbeats, alone: true }),
      quotas: noQuotas,
    })
  }

  of(id: string): Runs {
    return (this.isVisitors(id) ? this.#visitors : this.#wallets).runs
  }

  /** No sign-in is needed to change a visitor's run. */
  isVisitors(id: string): boolean {
    return this.#memory.has(id)
  }

  /** Throws as `Runs.begin` does. */
  async begin(wallet: string, wanted: NewSwarmRun): ReturnType<Runs['begin']> {
    return this.isVisitors(wanted.id) ? idTaken() : this.#wallets.runs.begin(wallet, wanted)
  }

  /** Keeps the run in this server's memory only, and counts it for a network address. */
  beginUnkept(address: string, wanted: NewSwarmRun): ReturnType<Runs['begin']> {
    return this.#visitors.runs.begin(address, wanted)
  }

  /** Lists the most recently used first. @throws {Failure} `cursor_invalid` */
  async list(
    wallet: string,
    { cursor, limit = limits.listPage }: { cursor?: string | undefined; limit?: number | undefined },
  ): Promise<SwarmPage> {
    return listRuns(this.#db, wallet, { limit, after: readCursor(RUNS, cursor) })
  }

  /** See `Runs.endDeleted`. Visitors' runs are not deleted with everything of a wallet. */
  endDeleted(ids: readonly string[]): Promise<void> {
    return this.#wallets.runs.endDeleted(ids)
  }

  /** Also removes expired runs; to be called every few minutes. */
  async sweepDeleted(): Promise<void> {
    await this.#visitors.runs.sweepDeleted()
    await this.#wallets.runs.sweepDeleted()
  }

  /** How many turns run here, and visitors' runs that are not over. */
  get running(): number {
    return this.#wallets.turns.running + this.#memory.runningRuns
  }

  closeOrphans(): Promise<void> {
    return this.#wallets.turns.closeOrphans()
  }

  async close(): Promise<void> {
    await Promise.all([this.#wallets.close(), this.#visitors.close()])
  }
}

interface Machine {
  turns: Turns
  runs: Runs
  close(): Promise<void>
}

type MachineOptions = SwarmOptions & Pick<TurnsOptions, 'mayAsk'> & Pick<RunsOptions, 'refuseNew'>

function machine(store: RunStore, options: MachineOptions): Machine {
  const live = new LiveRuns()
  const turns = createRunTurns({ ...options, store, live })
  const findAgent = (id: string, wallet: string | null) => options.agents.findChoosable(id, wallet)
  return {
    turns,
    runs: new Runs({ ...options, store, live, turns, findAgent }),
    async close() {
      await turns.close()
      live.close()
    },
  }
}
