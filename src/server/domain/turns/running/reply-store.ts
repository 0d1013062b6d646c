import type { Reply } from '../../../../shared/chat/messages.ts'
import type {
  Beat,
  DeadReply,
  EndedReply,
  ReplyPlace,
  UnstoredWords,
} from '../../../db/turns/running-turns.ts'

/** Where replies of one kind are stored while they run and when they end: those of conversations, or those in realms. */
export interface ReplyStore {
  /**
   * Stores words of this server's replies and gives a sign of life for each.
   * @returns those that are still this server's to receive; what is missing was ended by somebody else
   */
  storeWords(said: readonly UnstoredWords[]): Promise<(ReplyPlace & { stopWanted: boolean })[]>
  /**
   * Ends a reply if it is still this server's to end.
   * @returns how it is stored now, by whomever; null where it is gone for good
   */
  storeEnd(place: ReplyPlace, reply: Reply): Promise<EndedReply | null>
  /** The newest sign of life of every reply that runs, on any server. */
  listBeats(): Promise<Beat[]>
  /** Ends replies that nobody receives any more, but for those that showed life since. @returns the ids of those that were ended */
  closeDead(dead: readonly DeadReply[]): Promise<string[]>
  /** Asks whichever server receives a reply to stop it. @returns that server; null where the reply is over */
  wantStop(place: ReplyPlace): Promise<string | null>
  /** What runs in these conversations, or realms. */
  listRunning(conversationIds: readonly string[]): Promise<ReplyPlace[]>
}
