import type { Reply } from '../../../../shared/chat/messages.ts'
import type { DeadReply } from '../../../db/turns/end-turns.ts'
import type { EndedReply, Heartbeat, ReplyPlace, UnstoredWords } from '../../../db/turns/running-turns.ts'

/** Running replies of one kind: in conversations, in realms, or in runs. */
export interface ReplyStore {
  /** Stores heartbeats, too. @returns those that still belong to this server; others ended the missing ones */
  storeWords(said: readonly UnstoredWords[]): Promise<(ReplyPlace & { stopWanted: boolean })[]>
  /** Ends only this server's reply. @returns how it is stored, whichever server ended it; null if it is gone */
  storeEnd(place: ReplyPlace, reply: Reply): Promise<EndedReply | null>
  /** The newest of all running replies, on any server. */
  listHeartbeats(): Promise<Heartbeat[]>
  /** Ends replies that no server receives, except those with a newer heartbeat. @returns their ids */
  closeDead(dead: readonly DeadReply[]): Promise<string[]>
  /** Asks the reply's server to stop it. @returns that server; null if the reply has ended */
  wantStop(place: ReplyPlace): Promise<string | null>
  listRunning(conversationIds: readonly string[]): Promise<ReplyPlace[]>
}
