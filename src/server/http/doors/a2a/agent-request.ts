import type { Agent } from '../../../../shared/agents/agents.ts'
import type { Logger } from '../../../base/log.ts'
import type { Caller } from '../../../domain/doors/door-questions.ts'
import type { Doors } from '../../../domain/doors/doors.ts'
import type { ReplyTasks } from '../../../domain/doors/reply-tasks.ts'
import type { LinkToSource } from '../../../domain/doors/source-links.ts'

/** The parts of a request to one agent. */
export interface AgentRequest {
  doors: Doors
  tasks: ReplyTasks
  caller: Caller
  agent: Agent
  linkTo: LinkToSource
  /** The agent's card, as JSON. */
  card: object
  requestId: string
  log: Logger
  /** Aborts when the client disconnects. Its reply is received to its end. */
  gone: AbortSignal
  /** @throws {Failure} if a question may not be asked now: `rate_limited`, `storage_full` */
  beforeAsking: () => Promise<void>
  clock: () => Date
}
