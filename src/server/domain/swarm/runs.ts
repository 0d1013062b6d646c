import type { Agent } from '../../../shared/agents/agents.ts'
import { limits } from '../../../shared/common/limits.ts'
import {
  fewestWords,
  type NewSwarmPhase,
  type NewSwarmRun,
  roundsProblem,
  type SwarmEvent,
  type SwarmRun,
  type SwarmSeat,
} from '../../../shared/swarm/swarm.ts'
import type { Logger } from '../../base/log.ts'
import type { Db } from '../../db/connect/connect.ts'
import type { ExportedFile } from '../export/exported-file.ts'
import { Failure, noSuch } from '../failure.ts'
import { bytesOf, type Quotas } from '../quotas/quotas.ts'
import type { ReplyRelay } from '../turns/running/reply-relay.ts'
import type { Turns } from '../turns/schedule-turns.ts'
import { UndoableDeletes } from '../undoable-deletes.ts'
import { exportRun } from './export-run.ts'
import { followRun } from './follow-run.ts'
import type { LiveRuns } from './live-runs.ts'
import { noSuchRun, RunAccess } from './run-access.ts'
import type { RunCap, RunStore } from './run-store.ts'

export interface RunsOptions {
  store: RunStore
  db: Db
  clock: () => Date
  log: Logger
  live: LiveRuns
  turns: Turns
  relay?: Pick<ReplyRelay, 'read'> | undefined
  /** Null unless the wallet, or a visitor, may use the agent in a run. */
  findAgent: (id: string, wallet: string | null) => Promise<Agent | null>
  quotas: Quotas
  /** Throws where nothing may begin here any more; without it everything may. */
  refuseNew?: (() => void) | undefined
  everyMs?: number | undefined
}

/**
 * Runs of several agents on one task (decision 23); `wallet` is the session's, null for a visitor. A run that the
 * wallet may not read is `not_found`. With its link, anyone may read a shared run, but only its owner may change it
 * (`forbidden`); anyone may do both with a run without a wallet.
 */
export class Runs {
  readonly #options: RunsOptions
  readonly #access: RunAccess
  readonly #deletes: UndoableDeletes

  constructor(options: RunsOptions) {
    const { store, db, clock } = options
    this.#options = options
    this.#access = new RunAccess(store, db)
    this.#deletes = new UndoableDeletes({ db, clock, rows: store.deletable, what: 'the run is deleted' })
  }

  /**
   * A repeated request of the same owner (a wallet or a network address) gets the existing run.
   * @throws {Failure} `validation_failed` for an agent that the owner may not choose, `conflict` for a taken id,
   * `quota_reached`, `swarm_busy` while `limits.swarmRunning` others run; for visitors `server_busy` and `not_ready`
   */
  async begin(owner: string, wanted: NewSwarmRun): Promise<{ run: SwarmRun; created: boolean }> {
    const { store, quotas, clock, refuseNew } = this.#options
    refuseNew?.()
    const { id, mode, task, agentIds, rounds, words } = wanted
    const seats = await this.#seatsFor(owner, agentIds)
    const insert = () =>
      store.insert({ id, owner, mode, seats, phase: { task, rounds, words }, now: clock() })
    const outcome = await quotas.words.hold(owner, bytesOf(task), insert, {
      kept: (result) => result === 'made',
      before: async () => ((await store.find(id))?.owner === owner ? 'there' : null),
    })
    if (outcome === 'busy' || outcome === 'full') this.#refuseFor(outcome, owner)
    if (outcome === 'taken') idTaken()
    if (outcome === 'made') this.#changed(id)
    return { run: await this.open(id, store.walletOf(owner)), created: outcome === 'made' }
  }

  /** @throws {Failure} `not_found` */
  open(id: string, wallet: string | null): Promise<SwarmRun> {
    return this.#access.open(id, wallet)
  }

  /** Follows the run from now until it is over. @throws {Failure} `not_found` */
  async follow(id: string, wallet: string | null): Promise<(gone: AbortSignal) => AsyncIterable<SwarmEvent>> {
    const { live, relay, log, everyMs } = this.#options
    const run = await this.open(id, wallet)
    const read = () => this.#access.read(id, wallet)
    return (gone) => followRun(run, { read, live, relay, log, everyMs }, gone)
  }

  /** Ends the phase with the text so far, without a synthesis. @throws {Failure} `not_found`, `forbidden` */
  async stop(id: string, wallet: string | null): Promise<void> {
    const { of } = await this.#access.owned(id, wallet)
    if (await this.#options.store.wantStop(of)) await this.#end(id)
  }

  /** Ends a turn with the text so far; the run continues with it. @throws {Failure} `not_found`, `forbidden` */
  async stopTurn(id: string, wallet: string | null, turnId: string): Promise<void> {
    const { run } = await this.#access.owned(id, wallet)
    const turn = run.turns.find((one) => one.id === turnId)
    if (!turn) noSuch('turn')
    if (turn.state === 'running' || turn.state === 'waiting') await this.#options.turns.stop(id, turnId)
  }

  /** The agent gets no more turns, and the synthesis leaves it out. @throws {Failure} `not_found`, `forbidden` */
  async drop(id: string, wallet: string | null, seat: number): Promise<SwarmRun> {
    const { store, turns } = this.#options
    const { of } = await this.#access.owned(id, wallet)
    if (!(await store.dropSeat(of, seat))) throw new Failure('not_found', 'This run has no such agent.')
    for (const running of await store.listRunningSeats(id))
      if (running.seat === seat) await turns.stop(id, running.replyId)
    return this.#openChanged(id, wallet)
  }

  /** @throws {Failure} `not_found`, `forbidden`, `validation_failed`, `conflict`, `quota_reached`, `swarm_busy` */
  async goOn(id: string, wallet: string | null, phase: NewSwarmPhase): Promise<SwarmRun> {
    const { store, quotas, clock, refuseNew } = this.#options
    refuseNew?.()
    const { run, of } = await this.#access.owned(id, wallet)
    requirePossible(run, phase)
    const outcome = await quotas.words.hold(of.owner, bytesOf(phase.task), () =>
      store.addPhase(of, phase, clock()),
    )
    switch (outcome) {
      case 'begun':
        return this.#openChanged(id, wallet)
      case 'running':
        throw new Failure('conflict', 'This run is still in progress.')
      case 'many':
        throw new Failure(
          'conflict',
          `A run can be gone on with ${limits.swarmPhases - 1} times. Begin a new one.`,
        )
      default:
        return this.#refuseFor(outcome, of.owner)
    }
  }

  /** Uses what is left of its words. @throws {Failure} `not_found`, `forbidden`, `conflict` if nothing broke off */
  async takeUp(id: string, wallet: string | null): Promise<SwarmRun> {
    const { store, quotas, clock, refuseNew } = this.#options
    refuseNew?.()
    const { of } = await this.#access.owned(id, wallet)
    const outcome = await quotas.words.hold(of.owner, 0, () => store.takeAgain(of, clock()))
    switch (outcome) {
      case 'begun':
        return this.#openChanged(id, wallet)
      case 'running':
        throw new Failure('conflict', 'This run is still in progress.')
      case 'finished':
        throw new Failure('conflict', 'This run has ended.')
      case 'spent':
        throw new Failure('conflict', 'Too few words are left to continue. Start a new task instead.')
      default:
        return this.#refuseFor(outcome, of.owner)
    }
  }

  /** @throws {Failure} `not_found`, `forbidden`, `conflict` if its sharing can't be changed */
  async share(id: string, wallet: string | null, shared: boolean): Promise<SwarmRun> {
    const { store, live } = this.#options
    const { of } = await this.#access.owned(id, wallet)
    const isTaken = await store.setShared(of, shared)
    live.changed(id)
    const run = await this.open(id, wallet)
    if (isTaken) return run
    throw new Failure('conflict', 'Anyone with this run’s link can read it for as long as it exists.')
  }

  /** Exports Markdown. @throws {Failure} `not_found` */
  async export(id: string, wallet: string | null): Promise<ExportedFile> {
    return exportRun(await this.open(id, wallet))
  }

  /** Stops and hides a run; for ten seconds it can be restored. @throws {Failure} `not_found`, `forbidden` */
  async remove(id: string, wallet: string | null): Promise<void> {
    const { of } = await this.#access.owned(id, wallet)
    // Hidden first, so that nothing more starts in it that would have to be stopped.
    await this.#deletes.mark(of)
    await this.#end(id)
  }

  /** Stops what runs in these runs, which are hidden already. */
  async endDeleted(ids: readonly string[]): Promise<void> {
    for (const id of ids) await this.#end(id)
  }

  /** Undoes `remove`. @throws {Failure} `not_found` or `undo_expired` */
  async restore(id: string, wallet: string | null): Promise<SwarmRun> {
    // No wallet's address is empty; a run without a wallet is found by its id alone.
    if ((await this.#deletes.restore({ id, owner: wallet ?? '' })) === 'none') return noSuchRun()
    return this.open(id, wallet)
  }

  /** Removes runs deleted more than an hour ago; to be called every few minutes. */
  sweepDeleted(): Promise<void> {
    return this.#deletes.sweep()
  }

  /** For a run in which no turn begins any more. */
  async #end(id: string): Promise<void> {
    await this.#options.turns.stopIn(id)
    this.#changed(id)
  }

  #changed(id: string): void {
    this.#options.live.changed(id)
    this.#options.turns.wake(id)
  }

  #openChanged(id: string, wallet: string | null): Promise<SwarmRun> {
    this.#changed(id)
    return this.open(id, wallet)
  }

  async #seatsFor(owner: string, agentIds: readonly string[]): Promise<SwarmSeat[]> {
    const wallet = this.#options.store.walletOf(owner)
    const agents = await Promise.all(agentIds.map((id) => this.#options.findAgent(id, wallet)))
    return agents.map((agent, index) => {
      if (agent)
        return { agentId: agent.id, agentName: agent.name, agentImageUrl: agent.pictureUrl, dropped: false }
      return refuse(`agentIds.${index}`, 'This agent no longer exists. Choose another.')
    })
  }

  #refuseFor(cap: RunCap, owner: string): never {
    if (cap === 'full')
      throw new Failure(
        'server_busy',
        'Too many runs without a wallet are in progress here. Try again in a minute, or connect a wallet.',
        { retryAfter: 60 },
      )
    const whose =
      this.#options.store.walletOf(owner) === null ? 'from your network, without a wallet,' : 'of yours'
    throw new Failure(
      'swarm_busy',
      `${limits.swarmRunning} runs ${whose} are in progress. Wait for one to finish, or stop one.`,
    )
  }
}

/** @throws {Failure} `conflict`, always */
export function idTaken(): never {
  throw new Failure('conflict', 'There is already a run with this id.', {
    errors: { id: 'This id is taken.' },
  })
}

/** @throws {Failure} if the run can't be continued with this phase */
function requirePossible(run: Pick<SwarmRun, 'mode' | 'seats'>, phase: NewSwarmPhase): void {
  const rounds = roundsProblem(run.mode, phase.rounds)
  if (rounds) refuse('rounds', rounds)
  const active = run.seats.filter(({ dropped }) => !dropped).length
  if (active === 0) throw new Failure('conflict', 'All agents of this run were removed.')
  const fewest = fewestWords({ seats: active, rounds: phase.rounds })
  if (phase.words < fewest) refuse('words', `That many turns need at least ${fewest} words.`)
}

function refuse(field: string, message: string): never {
  throw new Failure('validation_failed', message, { errors: { [field]: message } })
}
