import type { GrowthEvent, ReplyPart } from '../../../shared/chat/parts.ts'
import type { SentReply } from '../turns/running/running-reply.ts'

/**
 * How servers hear from each other at once. Whatever it loses costs only time: the database, which everybody asks
 * besides, says the same a little later. A reply is named by its key.
 */
export interface ReplyRelay {
  /** Passes on what this server receives of a reply. */
  send(key: string, parts: () => readonly ReplyPart[]): SentReply
  /** Hears a reply from its beginning, and may hear parts of it again, until the returned function is called. */
  hear(key: string, ears: ReplyEars): () => void
  /** Everything that was passed on of a reply, by a server that may have died. */
  read(key: string): Promise<readonly ReplyPart[]>
  /** Asks a server to stop a reply that it receives. */
  stop(server: string, key: string): void
  /** Hears the stops that are asked of a server, until the returned function is called. */
  hearStops(server: string, stop: (key: string) => void): () => void
  /** Passes on what is left, as far as that is possible. */
  close(): Promise<void>
}

export interface ReplyEars {
  grows(event: GrowthEvent): void
  /** It is over, and its end is stored. */
  over(): void
}
