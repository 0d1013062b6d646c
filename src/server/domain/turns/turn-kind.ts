import type { ReplyState } from '../../../shared/chat/messages.ts'
import type { WithParts } from '../../../shared/chat/parts.ts'
import type { DeadReply, TurnEnd } from '../../db/turns/end-turns.ts'
import type { ReplyPlace, TurnScope } from '../../db/turns/running-turns.ts'
import type { ReplyRequest } from '../chat/reply-request.ts'
import type { ActingFor } from '../chat/reply-tools.ts'
import type { PatchedPart, Standing } from '../tools/tool-decisions.ts'
import type { ReplyStore } from './running/reply-store.ts'
import type { SaidSoFar } from './said-so-far.ts'

export interface LimitWait {
  signal: AbortSignal
  /** Called with the time until which it waits, and with null afterwards. */
  onWait: (until: Date | null) => void
}

export interface DecidedTurn {
  place: ReplyPlace
  /** Whom its model call counts for: a wallet, or a visitor's network address. */
  asker: string
  wallet: string | null
  /** The agent for whose owner it is recorded, if it belongs to one. */
  agentId: string | null
  words: number
  logged: Record<string, string>
  /** Null if there is nothing left to answer; undefined if the agent no longer exists: the turn fails. */
  request?: (() => Promise<ReplyRequest | null>) | undefined
  /** What its agent needs to know to act; absent where it can't. */
  acts?: (() => Promise<ActingFor>) | undefined
  said: (so: SaidSoFar) => void
  /** Called with the time until which a rate limit delays it, and with null afterwards. */
  waits?: LimitWait['onWait'] | undefined
}

/** Where turns of a kind are stored, and how the next ones are decided. */
export interface TurnKind<Ended extends { state: ReplyState }> {
  scope: TurnScope
  running: Omit<ReplyStore, 'storeEnd' | 'closeDead'>
  /** Decides what comes next, with the scope's row locked, and stores the turns that start. */
  decide(
    scopeId: string,
    by: { server: string; now: Date; newId: () => string },
  ): Promise<readonly DecidedTurn[]>
  undecided: string
  listAwaiting(): Promise<string[]>
  /** Ends only this server's turn. @returns how it is stored, whichever server ended it; null if it is gone */
  storeEnd(server: string, place: ReplyPlace, end: TurnEnd): Promise<Ended | null>
  /** Ends turns that no server receives any more. */
  closeDead(dead: readonly DeadReply[]): Promise<{ place: ReplyPlace; ended: Ended }[]>
  onEnded(place: ReplyPlace, ended: Ended | null): void
  /** Absent where no person can be waited for. */
  acting?: ActingKind | undefined
}

/** How turns wait for a person, and go on. */
export interface ActingKind {
  /** Replaces calls of a turn that no server receives; one that waits for nobody any more after `stopped` has ended. */
  patch(place: ReplyPlace, calls: readonly PatchedPart[], isOver: boolean): Promise<void>
  listWaiting(scopeId: string): Promise<string[]>
  /** Turns that wait, and none of whose calls does, with who decides about them. */
  listStranded(): Promise<(ReplyPlace & { wallet: string })[]>
  /** Ends a turn that waits, whatever of it is still open. @returns false if it does not wait */
  stopWaiting(place: ReplyPlace): Promise<boolean>
  /** See `ActingScope`. */
  standing(place: ReplyPlace): Promise<Standing>
  /**
   * Makes a server receive a turn that waits. One of two wins.
   * @returns `gone` if its agent does not answer any more; null if it can't go on, or does already
   */
  takeUp(place: ReplyPlace, server: string): Promise<ResumedTurn | 'gone' | null>
}

export interface ResumedTurn {
  turn: DecidedTurn
  before: WithParts
}
