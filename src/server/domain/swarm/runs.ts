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
import { findPerson } from '../../db/people/people.ts'
import type { OwnedRun } from '../../db/swarm/swarm-runs.ts'
import type { ExportedFile } from '../export/exported-file.ts'
import { Failure } from '../failure.ts'
import { bytesOf, type Quotas } from '../quotas/quotas.ts'
import type { Turns } from '../turns/schedule-turns.ts'
import { createUndoableDeletes } from '../undoable-deletes.ts'
import { exportRun } from './export-run.ts'
import { followRun } from './follow-run.ts'
import type { LiveRuns } from './live-runs.ts'
import type { FoundRun, RunCap, RunStore } from './run-store.ts'

/**
 * Operations on the runs of several agents on one task (decision 23), for one store. `wallet` is the session's wallet,
 * null for a visitor. A run that the wallet may not read is reported as `not_found`. A shared run may be read by anyone
 * with its link, but only changed by its owner: `forbidden`. A run that was started without a wallet belongs to anyone
 * with its link.
 */
export interface Runs {
  /**
   * Starts a run. If the same owner repeats a request with the same id, the existing run is returned.
   * @param owner a wallet, or the network address of a visitor
   * @throws {Failure} `validation_failed` for an agent that the owner may not choose, `conflict` for an id that is
   *   taken, `quota_reached`, `swarm_busy` while `limits.swarmRunning` others run, `server_busy` while too many runs of
   *   all visitors are running
   */
  begin(owner: string, wanted: NewSwarmRun): Promise<{ run: SwarmRun; created: boolean }>
  /** @throws {Failure} `not_found` */
  open(id: string, wallet: string | null): Promise<SwarmRun>
  /**
   * Follows the run from now until it is over.
   * @throws {Failure} `not_found`
   */
  follow(id: string, wallet: string | null): Promise<(gone: AbortSignal) => AsyncIterable<SwarmEvent>>
  /**
   * Ends the current phase, with the text so far and without a synthesis.
   * @throws {Failure} `not_found`, `forbidden`
   */
  stop(id: string, wallet: string | null): Promise<void>
  /**
   * Ends one turn with the text so far; the run continues with it.
   * @throws {Failure} `not_found`, `forbidden`
   */
  stopTurn(id: string, wallet: string | null, turnId: string): Promise<void>
  /**
   * Removes an agent: it gets no more turns, and the synthesis leaves it out.
   * @throws {Failure} `not_found`, `forbidden`
   */
  drop(id: string, wallet: string | null, seat: number): Promise<SwarmRun>
  /**
   * Continues a run that is over with a further phase.
   * @throws {Failure} `not_found`, `forbidden`, `validation_failed`, `conflict`, `quota_reached`, `swarm_busy`
   */
  goOn(id: string, wallet: string | null, phase: NewSwarmPhase): Promise<SwarmRun>
  /**
   * Resumes a phase that was stopped, failed or was interrupted, within what is left of its words.
   * @throws {Failure} `not_found`, `forbidden`, `conflict` if there is nothing to resume
   */
  takeUp(id: string, wallet: string | null): Promise<SwarmRun>
  /**
   * Makes a run readable by anyone with its link, or by its owner only.
   * @throws {Failure} `not_found`, `forbidden`, `conflict` if its sharing can't be changed
   */
  share(id: string, wallet: string | null, shared: boolean): Promise<SwarmRun>
  /**
   * Exports a run as Markdown.
   * @throws {Failure} `not_found`
   */
  export(id: string, wallet: string | null): Promise<ExportedFile>
  /**
   * Stops a run and hides it. It can be restored for ten seconds.
   * @throws {Failure} `not_found`, `forbidden`
   */
  remove(id: string, wallet: string | null): Promise<void>
  /** Stops what is running in these runs, which are hidden already, and notifies their followers. */
  endDeleted(ids: readonly string[]): Promise<void>
  /**
   * Undoes `remove`.
   * @throws {Failure} `not_found` or `undo_expired`
   */
  restore(id: string, wallet: string | null): Promise<SwarmRun>
  /** Removes for good the runs deleted more than an hour ago; to be called every few minutes. */
  sweepDeleted(): Promise<void>
}

export function createRuns(options: {
  store: RunStore
  db: Db
  clock: () => Date
  log: Logger
  live: LiveRuns
  turns: Turns
  /** Finds an agent that a wallet, or a visitor, may use in a run, or null. */
  findAgent: (id: string, wallet: string | null) => Promise<Agent | null>
  /** The quotas of owners. */
  quotas: Quotas
  /** For tests: milliseconds between two polls for turns that another server receives. */
  everyMs?: number | undefined
}): Runs {
  const { store, db, clock, log, live, turns, quotas } = options
  const deletes = createUndoableDeletes({ db, clock, rows: store.deletable, what: 'the run is deleted' })

  async function read(id: string, wallet: string | null): Promise<SwarmRun | null> {
    const found = await store.find(id)
    if (!found) return null
    if (isOwn(found, wallet)) return { ...found.run, own: true }
    if (!found.run.shared) return null
    const person = await findPerson(db, found.owner)
    return { ...found.run, own: false, maker: { wallet: found.owner, name: person?.name ?? null } }
  }

  function isOwn({ owner }: FoundRun, wallet: string | null): boolean {
    const by = store.walletOf(owner)
    return by === null || by === wallet
  }

  async function open(id: string, wallet: string | null): Promise<SwarmRun> {
    return (await read(id, wallet)) ?? nothingThere()
  }

  /** Finds a run and its owner, if the wallet may change it. */
  async function owned(id: string, wallet: string | null): Promise<FoundRun & { of: OwnedRun }> {
    const found = await store.find(id)
    if (!found || !(isOwn(found, wallet) || found.run.shared)) return nothingThere()
    if (!isOwn(found, wallet)) throw new Failure('forbidden', 'This run belongs to another wallet.')
    return { ...found, of: { id, owner: found.owner } }
  }

  /** Notifies the followers of a run, and lets its next step be decided. */
  function changed(id: string) {
    live.changed(id)
    turns.wake(id)
  }

  async function endDeleted(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      await turns.stopIn(id)
      changed(id)
    }
  }

  async function seatsFor(owner: string, agentIds: readonly string[]): Promise<SwarmSeat[]> {
    const wallet = store.walletOf(owner)
    const agents = await Promise.all(agentIds.map((id) => options.findAgent(id, wallet)))
    return agents.map((agent, index) => {
      if (agent)
        return { agentId: agent.id, agentName: agent.name, agentImageUrl: agent.pictureUrl, dropped: false }
      const message = 'This agent no longer exists. Choose another.'
      throw new Failure('validation_failed', message, { errors: { [`agentIds.${index}`]: message } })
    })
  }

  /** @throws {Failure} always */
  function refuseFor(cap: RunCap, owner: string): never {
    const { swarmRunning } = limits
    if (cap === 'full')
      throw new Failure(
        'server_busy',
        'Too many runs without a wallet are in progress here. Try again in a minute, or connect a wallet.',
        { retryAfter: 60 },
      )
    const whose = store.walletOf(owner) === null ? 'from your network, without a wallet,' : 'of yours'
    const message = `${swarmRunning} runs ${whose} are in progress. Wait for one to finish, or stop one.`
    throw new Failure('swarm_busy', message)
  }

  return {
    open,

    async begin(owner, { id, mode, task, agentIds, rounds, words }) {
      const seats = await seatsFor(owner, agentIds)
      const insert = () =>
        store.insert({ id, owner, mode, seats, phase: { task, rounds, words }, now: clock() })
      const outcome = await quotas.words.hold(owner, bytesOf(task), insert, {
        kept: (result) => result === 'made',
        before: async () => ((await store.find(id))?.owner === owner ? 'there' : null),
      })
      if (outcome === 'busy' || outcome === 'full') refuseFor(outcome, owner)
      if (outcome === 'taken')
        throw new Failure('conflict', 'There is already a run with this id.', {
          errors: { id: 'This id is taken.' },
        })
      if (outcome === 'made') changed(id)
      return { run: await open(id, store.walletOf(owner)), created: outcome === 'made' }
    },

    async follow(id, wallet) {
      const run = await open(id, wallet)
      const parts = { read: () => read(id, wallet), live, log, everyMs: options.everyMs }
      return (gone) => followRun(run, parts, gone)
    },

    async stop(id, wallet) {
      const { of } = await owned(id, wallet)
      if (!(await store.wantStop(of))) return
      await turns.stopIn(id)
      changed(id)
    },

    async stopTurn(id, wallet, turnId) {
      const { run } = await owned(id, wallet)
      const turn = run.turns.find((one) => one.id === turnId)
      if (!turn) throw new Failure('not_found', 'There is no such turn.')
      if (turn.state === 'running') await turns.stop(id, turnId)
    },

    async drop(id, wallet, seat) {
      const { of } = await owned(id, wallet)
      if (!(await store.dropSeat(of, seat))) throw new Failure('not_found', 'This run has no such agent.')
      for (const running of await store.listRunningSeats(id))
        if (running.seat === seat) await turns.stop(id, running.replyId)
      changed(id)
      return open(id, wallet)
    },

    async goOn(id, wallet, phase) {
      const { run, of } = await owned(id, wallet)
      const rounds = roundsProblem(run.mode, phase.rounds)
      if (rounds) refuse('rounds', rounds)
      const active = run.seats.filter(({ dropped }) => !dropped).length
      if (active === 0) throw new Failure('conflict', 'All agents of this run were removed.')
      const fewest = fewestWords({ seats: active, rounds: phase.rounds })
      if (phase.words < fewest) refuse('words', `That many turns need at least ${fewest} words.`)
      const outcome = await quotas.words.hold(of.owner, bytesOf(phase.task), () =>
        store.addPhase(of, phase, clock()),
      )
      if (outcome === 'busy' || outcome === 'full') refuseFor(outcome, of.owner)
      if (outcome === 'running') throw new Failure('conflict', 'This run is still in progress.')
      if (outcome === 'many')
        throw new Failure(
          'conflict',
          `A run can be gone on with ${limits.swarmPhases - 1} times. Begin a new one.`,
        )
      changed(id)
      return open(id, wallet)
    },

    async takeUp(id, wallet) {
      const { of } = await owned(id, wallet)
      const outcome = await quotas.words.hold(of.owner, 0, () => store.takeAgain(of, clock()))
      if (outcome === 'busy' || outcome === 'full') refuseFor(outcome, of.owner)
      if (outcome === 'running') throw new Failure('conflict', 'This run is still in progress.')
      if (outcome === 'finished') throw new Failure('conflict', 'This run has ended.')
      if (outcome === 'spent')
        throw new Failure('conflict', 'Too few words are left to continue. Start a new task instead.')
      changed(id)
      return open(id, wallet)
    },

    async share(id, wallet, shared) {
      const { of } = await owned(id, wallet)
      const isTaken = await store.setShared(of, shared)
      live.changed(id)
      const run = await open(id, wallet)
      if (isTaken) return run
      throw new Failure('conflict', 'Anyone with this run’s link can read it for as long as it exists.')
    },

    export: async (id, wallet) => exportRun(await open(id, wallet)),

    async remove(id, wallet) {
      const { of } = await owned(id, wallet)
      // The run is hidden first, so that nothing starts in it any more that would have to be stopped as well.
      await deletes.mark(of)
      await endDeleted([id])
    },

    endDeleted,

    async restore(id, wallet) {
      // No wallet's address is empty; a run without a wallet is found by its id alone.
      if ((await deletes.restore({ id, owner: wallet ?? '' })) === 'none') return nothingThere()
      return open(id, wallet)
    },

    sweepDeleted: deletes.sweep,
  }
}

function nothingThere(): never {
  throw new Failure('not_found', 'There is no such run.')
}

function refuse(field: 'rounds' | 'words', message: string): never {
  throw new Failure('validation_failed', message, { errors: { [field]: message } })
}
