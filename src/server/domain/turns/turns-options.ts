import type { Logger } from '../../base/log.ts'
import type { Answers } from '../chat/answers.ts'
import type { Leaving } from '../operation/leaving.ts'
import type { ToolDecisions } from '../tools/tool-decisions.ts'
import type { ReplyRelay } from './running/reply-relay.ts'
import type { TurnHeartbeats } from './running/turn-heartbeats.ts'
import type { LimitWait } from './turn-kind.ts'
import type { Patience } from './turn-timers.ts'

export interface TurnsOptions {
  clock: () => Date
  answers: Answers
  log: Logger
  heartbeats: TurnHeartbeats
  /** Keeps the words of running turns outside this process; without it the database does. */
  relay?: Pick<ReplyRelay, 'send' | 'read' | 'stop' | 'onStop'> | undefined
  /** Counts a model call for this person; resolves to whether it is allowed, possibly after a wait. */
  mayAsk: (asker: string, waiting: LimitWait) => Promise<boolean>
  /** Whether no other server can use this database. */
  alone?: boolean | undefined
  /** Where the next turns are left to other servers, or to this one's successor; without it this one begins them. */
  leaving?: Pick<Leaving, 'isBegun'> | undefined
  patience?: Patience | undefined
  /** What people decide about calls of tools; without it no turn waits. */
  decisions?: ToolDecisions | undefined
  /** For tests, in milliseconds; `look`: for what another server left; `retry`: after a failed decision. */
  every?: { look?: number; retry?: number } | undefined
}
