import type { NewSwarmPhase, SwarmRun } from '../../../shared/swarm/swarm.ts'
import type { SwarmStep } from '../../../shared/swarm/swarm-plan.ts'
import type { DeletableRows, OwnedId } from '../../db/deletable-rows.ts'
import type { Stepped, SteppedRun } from '../../db/swarm/swarm-turns.ts'
import type { changeEndedTurn, takeUpTurn, turnStanding } from '../../db/swarm/waiting-turns.ts'
import type { NewRun } from '../../db/swarm/write-runs.ts'
import type { DeadReply, TurnEnd } from '../../db/turns/end-turns.ts'
import type { ReplyPlace } from '../../db/turns/running-turns.ts'
import type { TurnKind } from '../turns/turn-kind.ts'

export interface FoundRun {
  owner: string
  run: Omit<SwarmRun, 'own'>
}

/** Prevents another run or phase: the owner's own cap, or that for all. */
export type RunCap = 'busy' | 'full'

/** Contains no access rules. It is the only difference between the runs of wallets and of visitors. */
export interface RunStore {
  /** Null for a network address: then anyone with the run's link owns it. */
  walletOf(owner: string): string | null
  /** @returns `there` if the same owner created it before; `taken` if another run has the id */
  insert(run: NewRun): Promise<'made' | 'there' | 'taken' | RunCap>
  find(id: string): Promise<FoundRun | null>
  /** @returns whether it can be changed */
  setShared(of: OwnedId, shared: boolean): Promise<boolean>
  /** Ends the current phase without a synthesis. @returns whether it was running */
  wantStop(of: OwnedId): Promise<boolean>
  /** Excludes a seat from further turns. @returns whether the run has it */
  dropSeat(of: OwnedId, seat: number): Promise<boolean>
  /** Of turns that run or wait for a person. */
  listRunningSeats(id: string): Promise<{ replyId: string; seat: number | null }[]>
  /** @returns `running` if the run is not over; `many` after `limits.swarmPhases` */
  addPhase(of: OwnedId, phase: NewSwarmPhase, now: Date): Promise<'begun' | 'running' | 'many' | RunCap>
  /** Resumes a phase that broke off. @returns `spent` if too few words are left */
  takeAgain(of: OwnedId, now: Date): Promise<'begun' | 'running' | 'finished' | 'spent' | RunCap>
  /** Deleting a run also stops it. */
  deletable: DeletableRows

  /** Stores the turns that `decide` starts; null if nothing has happened since. */
  step(
    id: string,
    by: { server: string; now: Date; newId: () => string },
    decide: (run: SteppedRun) => SwarmStep,
  ): Promise<Stepped | null>
  listAwaiting(): Promise<string[]>
  running: TurnKind<EndedTurn>['running']
  storeEnd(server: string, place: ReplyPlace, end: TurnEnd): Promise<EndedTurn | null>
  closeDead(dead: readonly DeadReply[]): Promise<(ReplyPlace & EndedTurn)[]>
  /** Absent where no person can be waited for. */
  waiting?: WaitingTurns | undefined
}

export interface WaitingTurns {
  /** See `changeEndedTurn`. */
  change(place: ReplyPlace, change: Parameters<typeof changeEndedTurn>[2]): ReturnType<typeof changeEndedTurn>
  list(runId: string): Promise<string[]>
  listStranded(): Promise<(ReplyPlace & { wallet: string })[]>
  /** See `takeUpTurn`. */
  standing(place: ReplyPlace): ReturnType<typeof turnStanding>
  takeUp(place: ReplyPlace, server: string): ReturnType<typeof takeUpTurn>
}

export type EndedTurn = Pick<SwarmRun['turns'][number], 'state'>
