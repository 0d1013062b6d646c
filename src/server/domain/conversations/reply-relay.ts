import type { PartEvent, ReplyPart } from '../../../shared/chat/part-kinds.ts'
import type { TraceContext } from '../../base/telemetry/trace-context.ts'
import type { SentReply } from '../turns/running/running-reply.ts'

/** Losing a message only costs time: every server also polls the database, which has the same a little later. */
export interface ReplyRelay {
  send(key: string, parts: () => readonly ReplyPart[]): SentReply
  /** Subscribes from a reply's beginning, until the returned function is called. Parts may be delivered more than once. */
  receive(key: string, listeners: ReplyListener): () => void
  /** Reads everything that was sent of a reply, by a server that may have crashed. */
  read(key: string): Promise<readonly ReplyPart[]>
  stop(server: string, key: string): void
  /** Subscribes to stop requests for a server, until the returned function is called. */
  onStop(server: string, stop: (key: string, asked?: TraceContext) => void): () => void
  close(): Promise<void>
}

export interface ReplyListener {
  grows(event: PartEvent): void
  /** The reply has ended, and its end is stored. */
  over(): void
  /** The trace that the reply is in on its own server, if that records one. */
  traced?(trace: TraceContext): void
}
