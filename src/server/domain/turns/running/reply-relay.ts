import type { PartEvent, ReplyPart } from '../../../../shared/chat/part-kinds.ts'
import type { TraceContext } from '../../../base/telemetry/trace-context.ts'
import type { SentReply } from './running-reply.ts'

/**
 * Connects servers directly, and keeps the growth of running replies for whoever ends those of a server that crashed. What
 * it does not keep is stored in the database instead.
 */
export interface ReplyRelay {
  send(key: string, parts: () => readonly ReplyPart[]): SentReply
  /** Subscribes from a reply's beginning, until the returned function is called. Parts may be delivered more than once. */
  receive(key: string, listeners: ReplyListener): () => void
  /** Reads everything that was sent of a reply, by a server that may have crashed. Rejects while nothing can be read. */
  read(key: string): Promise<readonly ReplyPart[]>
  /** @param receiver a server and the kind of replies that it receives, see `receiverKey` */
  stop(receiver: string, key: string): void
  /** Subscribes to stop requests for a receiver, until the returned function is called. */
  onStop(receiver: string, stop: (key: string, asked?: TraceContext) => void): () => void
  close(): Promise<void>
}

export interface ReplyListener {
  grows(event: PartEvent): void
  /** The reply has ended, and its end is stored. */
  over(): void
  /** The trace that the reply is in on its own server, if that records one. */
  traced?(trace: TraceContext): void
}
