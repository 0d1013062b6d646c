import type { Sql } from 'postgres'
import type { Agent } from '../../../shared/agents/agents.ts'
import { limits } from '../../../shared/common/limits.ts'
import {
  fewestWords,
  type NewSwarmPhase,
  type NewSwarmRun,
  roundsProblem,
  type SwarmEvent,
  type SwarmPage,
  type SwarmRun,
  type SwarmSeat,
} from '../../../shared/swarm/swarm.ts'
import type { Logger } from '../../base/log.ts'
import type { Db } from '../../db/connect/connect.ts'
import {
  addPhase,
  deletableRuns,
  dropSeat,
  findRun,
  insertRun,
  listRuns,
  RUNS,
  setShared,
  wantRunStop,
} from '../../db/swarm/swarm-runs.ts'
import { listRunningSeats, takeAgain } from '../../db/swarm/swarm-turns.ts'
import type { ExportedFile } from '../export/exported-file.ts'
import { Failure } from '../failure.ts'
import { bytesOf, noQuotas, type Quotas } from '../quotas/quotas.ts'
import { readCursor } from '../read-cursor.ts'
import type { Turns } from '../turns/schedule-turns.ts'
import { createUndoableDeletes } from '../undoable-deletes.ts'
import { exportRun } from './export-run.ts'
import { followRun } from './follow-run.ts'
import type { LiveRuns } from './live-runs.ts'

/**
 * Runs of several agents at one task (decision 23). `wallet` and `owner` are the session's, null for a visitor. What
 * can't be read by a wallet does not exist for it: `not_found`. A shared run is read by whoever has its link, and
 * changed by its owner alone: `forbidden`.
 */
export interface Swarm {
  /**
   * Begins a run. The same owner's second try with the same id gets the run that the first one made.
   * @throws {Failure} `validation_failed` for an agent that the owner can't choose, `conflict` for an id that is taken,
   *   `quota_reached`, `swarm_busy` while `limits.swarmRunning` others run
   */
  begin(owner: string, wanted: NewSwarmRun): Promise<{ run: SwarmRun; created: boolean }>
  /** The owner's, last used first. @throws {Failure} `cursor_invalid` */
  list(owner: string, page: { cursor?: string | undefined; limit?: number | undefined }): Promise<SwarmPage>
  /** @throws {Failure} `not_found` */
  open(id: string, wallet: string | null): Promise<SwarmRun>
  /** The run from now until it is over. @throws {Failure} `not_found` */
  follow(id: string, wallet: string | null): Promise<(gone: AbortSignal) => AsyncIterable<SwarmEvent>>
  /** Ends the phase that is under way, with the words that came and without a synthesis. @throws {Failure} `not_found`, `forbidden` */
  stop(id: string, wallet: string): Promise<void>
  /** Ends one turn with the words that came; the run goes on with them. @throws {Failure} `not_found`, `forbidden` */
  stopTurn(id: string, wallet: string, turnId: string): Promise<void>
  /** Takes an agent out: it says nothing more, and the synthesis leaves it out. @throws {Failure} `not_found`, `forbidden` */
  drop(id: string, wallet: string, seat: number): Promise<SwarmRun>
  /** Goes on with a run that is over. @throws {Failure} `not_found`, `forbidden`, `validation_failed`, `conflict`, `quota_reached`, `swarm_busy` */
  goOn(id: string, wallet: string, phase: NewSwarmPhase): Promise<SwarmRun>
  /**
   * Takes up a phase that was stopped, failed or was interrupted, within what is left of its words.
   * @throws {Failure} `not_found`, `forbidden`, `conflict` where there is nothing to take up
   */
  takeUp(id: string, wallet: string): Promise<SwarmRun>
  /** Lets whoever has the link read it, or its owner alone. @throws {Failure} `not_found`, `forbidden` */
  share(id: string, wallet: string, shared: boolean): Promise<SwarmRun>
  /** As Markdown. @throws {Failure} `not_found` */
  export(id: string, wallet: string | null): Promise<ExportedFile>
  /** Stops it and takes it out of sight; for ten seconds it can be brought back. @throws {Failure} `not_found`, `forbidden` */
  remove(id: string, wallet: string): Promise<void>
  /** Undoes `remove`. @throws {Failure} `not_found` or `undo_expired` */
  restore(id: string, wallet: string): Promise<SwarmRun>
  /** Removes for good what was deleted an hour ago; to be called every few minutes. */
  sweepDeleted(): Promise<void>
}

export function createSwarm(options: {
  db: Db
  sql: Sql
  clock: () => Date
  log: Logger
  live: LiveRuns
  turns: Turns
  /** The agent as a wallet may have it in a run, or null. */
  findAgent: (id: string, wallet: string) => Promise<Agent | null>
  quotas?: Quotas
  /** Milliseconds between two looks for what another server receives, for tests. */
  everyMs?: number | undefined
}): Swarm {
  const { db, sql, clock, log, live, turns, quotas = noQuotas } = options
  const deletes = createUndoableDeletes({ db, clock, rows: deletableRuns, what: 'the run is deleted' })

  async function read(id: string, wallet: string | null): Promise<SwarmRun | null> {
    const found = await findRun(sql, id)
    if (!found) return null
    const own = found.owner === wallet
    return own || found.run.shared ? { ...found.run, own } : null
  }

  async function open(id: string, wallet: string | null): Promise<SwarmRun> {
    return (await read(id, wallet)) ?? nothingThere()
  }

  /** The run, where it may be changed. */
  async function owned(id: string, wallet: string): Promise<SwarmRun> {
    const run = await open(id, wallet)
    if (!run.own) throw new Failure('forbidden', 'This run belongs to another wallet.')
    return run
  }

  /** Everybody who follows it hears of it, and what comes next is decided. */
  function changed(id: string) {
    live.changed(id)
    turns.wake(id)
  }

  async function seatsFor(owner: string, agentIds: readonly string[]): Promise<SwarmSeat[]> {
    const agents = await Promise.all(agentIds.map((id) => options.findAgent(id, owner)))
    return agents.map((agent, index) => {
      if (agent)
        return { agentId: agent.id, agentName: agent.name, agentImageUrl: agent.pictureUrl, dropped: false }
      const message = 'This agent is not there any more. Choose another.'
      throw new Failure('validation_failed', message, { errors: { [`agentIds.${index}`]: message } })
    })
  }

  return {
    open,

    async begin(owner, { id, mode, task, agentIds, rounds, words }) {
      const seats = await seatsFor(owner, agentIds)
      const insert = () =>
        insertRun(sql, { id, owner, mode, seats, phase: { task, rounds, words }, now: clock() })
      const outcome = await quotas.words.hold(owner, bytesOf(task), insert, {
        kept: (result) => result === 'made',
        before: async () => ((await findRun(sql, id))?.owner === owner ? 'there' : null),
      })
      if (outcome === 'busy') tooManyRunning()
      if (outcome === 'taken')
        throw new Failure('conflict', 'There is a run with this id already.', {
          errors: { id: 'This id is taken.' },
        })
      if (outcome === 'made') changed(id)
      return { run: await open(id, owner), created: outcome === 'made' }
    },

    list: (owner, { cursor, limit = limits.listPage }) =>
      listRuns(sql, owner, { limit, after: readCursor(RUNS, cursor) }),

    async follow(id, wallet) {
      const run = await open(id, wallet)
      const parts = { read: () => read(id, wallet), live, log, everyMs: options.everyMs }
      return (gone) => followRun(run, parts, gone)
    },

    async stop(id, wallet) {
      await owned(id, wallet)
      if (!(await wantRunStop(sql, { id, owner: wallet }))) return
      await turns.stopIn(id)
      changed(id)
    },

    async stopTurn(id, wallet, turnId) {
      const run = await owned(id, wallet)
      const turn = run.turns.find((one) => one.id === turnId)
      if (!turn) throw new Failure('not_found', 'There is no such turn.')
      if (turn.state === 'running') await turns.stop(id, turnId)
    },

    async drop(id, wallet, seat) {
      await owned(id, wallet)
      if (!(await dropSeat(sql, { id, owner: wallet }, seat)))
        throw new Failure('not_found', 'This run has no such agent.')
      for (const running of await listRunningSeats(sql, id))
        if (running.seat === seat) await turns.stop(id, running.replyId)
      changed(id)
      return open(id, wallet)
    },

    async goOn(id, wallet, phase) {
      const run = await owned(id, wallet)
      const rounds = roundsProblem(run.mode, phase.rounds)
      if (rounds) refuse('rounds', rounds)
      const standing = run.seats.filter(({ dropped }) => !dropped).length
      if (standing === 0) throw new Failure('conflict', 'All agents of this run were dropped.')
      const fewest = fewestWords({ seats: standing, rounds: phase.rounds })
      if (phase.words < fewest) refuse('words', `So many turns need at least ${fewest} words.`)
      const outcome = await quotas.words.hold(wallet, bytesOf(phase.task), () =>
        addPhase(sql, { id, owner: wallet }, phase, clock()),
      )
      if (outcome === 'busy') tooManyRunning()
      if (outcome === 'running') throw new Failure('conflict', 'This run is still going on.')
      if (outcome === 'full')
        throw new Failure(
          'conflict',
          `A run can be gone on with ${limits.swarmPhases - 1} times. Begin a new one.`,
        )
      changed(id)
      return open(id, wallet)
    },

    async takeUp(id, wallet) {
      await owned(id, wallet)
      const outcome = await quotas.words.hold(wallet, 0, () => takeAgain(sql, { id, owner: wallet }, clock()))
      if (outcome === 'busy') tooManyRunning()
      if (outcome === 'running') throw new Failure('conflict', 'This run is still going on.')
      if (outcome === 'finished') throw new Failure('conflict', 'This run has come to its end.')
      if (outcome === 'spent')
        throw new Failure('conflict', 'Too few words are left to take it up. Go on with a new task instead.')
      changed(id)
      return open(id, wallet)
    },

    async share(id, wallet, shared) {
      await owned(id, wallet)
      await setShared(sql, { id, owner: wallet }, shared)
      live.changed(id)
      return open(id, wallet)
    },

    export: async (id, wallet) => exportRun(await open(id, wallet)),

    async remove(id, wallet) {
      await owned(id, wallet)
      // Out of sight first: nothing begins in it any more that would have to be stopped as well.
      await deletes.mark({ id, owner: wallet })
      await turns.stopIn(id)
      changed(id)
    },

    async restore(id, wallet) {
      if ((await deletes.restore({ id, owner: wallet })) === 'none') nothingThere()
      return open(id, wallet)
    },

    sweepDeleted: deletes.sweep,
  }
}

function nothingThere(): never {
  throw new Failure('not_found', 'There is no such run.')
}

function tooManyRunning(): never {
  const message = `${limits.swarmRunning} runs of yours are going on. Wait until one is over, or stop one.`
  throw new Failure('swarm_busy', message)
}

function refuse(field: 'rounds' | 'words', message: string): never {
  throw new Failure('validation_failed', message, { errors: { [field]: message } })
}
