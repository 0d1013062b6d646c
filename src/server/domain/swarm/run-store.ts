import type { NewSwarmPhase, SwarmRun } from '../../../shared/swarm/swarm.ts'
import type { SwarmStep } from '../../../shared/swarm/swarm-plan.ts'
import type { DeletableRows, OwnedId } from '../../db/deletable-rows.ts'
import type { Stepped, SteppedRun } from '../../db/swarm/swarm-turns.ts'
import type { NewRun } from '../../db/swarm/write-runs.ts'
import type { DeadReply, TurnEnd } from '../../db/turns/end-turns.ts'
import type { ReplyPlace } from '../../db/turns/running-turns.ts'
import type { TurnKind } from '../turns/schedule-turns.ts'

export interface FoundRun {
  owner: string
  run: Omit<SwarmRun, 'own'>
}

/** The cap that prevents another run or phase from starting: the owner's own, or that for all. */
export type RunCap = 'busy' | 'full'

/**
 * Where runs are kept. This is the only difference between the runs of wallets and those of visitors: the database, or
 * this server's memory. It contains no access rules.
 */
export interface RunStore {
  /**
   * The wallet of an owner; null if the owner is a network address, in which case anyone with the run's link owns it.
   */
  walletOf(owner: string): string | null
  /** @returns `there` if the same owner created it before; `taken` if another run has the id */
  insert(run: NewRun): Promise<'made' | 'there' | 'taken' | RunCap>
  /** Null if there is no such run, or no longer. */
  find(id: string): Promise<FoundRun | null>
  /** @returns whether the run's sharing can be changed */
  setShared(of: OwnedId, shared: boolean): Promise<boolean>
  /** Requests that the current phase end without a synthesis. @returns whether it was running */
  wantStop(of: OwnedId): Promise<boolean>
  /** Excludes a seat from the following turns. @returns whether the run has it */
  dropSeat(of: OwnedId, seat: number): Promise<boolean>
  listRunningSeats(id: string): Promise<{ replyId: string; seat: number | null }[]>
  /** Starts a further phase. @returns `running` if the run is not over; `many` after `limits.swarmPhases` */
  addPhase(of: OwnedId, phase: NewSwarmPhase, now: Date): Promise<'begun' | 'running' | 'many' | RunCap>
  /** Resumes a phase that broke off. @returns `spent` if too few words are left */
  takeAgain(of: OwnedId, now: Date): Promise<'begun' | 'running' | 'finished' | 'spent' | RunCap>
  /** Deleting a run also stops it. */
  deletable: DeletableRows

  /** Lets `decide` choose what a run does next, and stores the turns that start; null if nothing has happened since. */
  step(
    id: string,
    by: { server: string; now: Date; newId: () => string },
    decide: (run: SteppedRun) => SwarmStep,
  ): Promise<Stepped | null>
  listAwaiting(): Promise<string[]>
  running: TurnKind<EndedTurn>['running']
  storeEnd(server: string, place: ReplyPlace, end: TurnEnd): Promise<EndedTurn | null>
  closeDead(dead: readonly DeadReply[]): Promise<(ReplyPlace & EndedTurn)[]>
}

export type EndedTurn = Pick<SwarmRun['turns'][number], 'state'>
