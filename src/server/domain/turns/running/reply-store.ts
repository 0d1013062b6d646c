import type { Reply } from '../../../../shared/chat/messages.ts'
import type { DeadReply } from '../../../db/turns/end-turns.ts'
import type { EndedReply, Heartbeat, ReplyPlace, UnstoredWords } from '../../../db/turns/running-turns.ts'

/** The store of one kind of replies while they run and when they end: in conversations, in realms, or in runs. */
export interface ReplyStore {
  /**
   * Stores text of this server's replies, and a heartbeat for each.
   * @returns the replies that still belong to this server; missing ones were ended by another server
   */
  storeWords(said: readonly UnstoredWords[]): Promise<(ReplyPlace & { stopWanted: boolean })[]>
  /**
   * Ends a reply if it still belongs to this server.
   * @returns how it is stored now, no matter which server ended it; null if it was removed for good
   */
  storeEnd(place: ReplyPlace, reply: Reply): Promise<EndedReply | null>
  /** The newest heartbeats of all running replies, on any server. */
  listHeartbeats(): Promise<Heartbeat[]>
  /**
   * Ends replies that no server receives any more, except those with a newer heartbeat.
   * @returns the ids of those that were ended
   */
  closeDead(dead: readonly DeadReply[]): Promise<string[]>
  /**
   * Requests that the server that receives a reply stop it.
   * @returns that server; null if the reply has ended
   */
  wantStop(place: ReplyPlace): Promise<string | null>
  /** The running replies in these conversations or realms. */
  listRunning(conversationIds: readonly string[]): Promise<ReplyPlace[]>
}
