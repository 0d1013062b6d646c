import type { Reply } from '../../../../shared/chat/messages.ts'
import type { EndedReply, ReplyPlace } from '../../../db/turns/running-turns.ts'
import type { ScopeEnds } from './reap-dead-replies.ts'

/** Where running replies of one kind are ended and stopped: in conversations, in realms, or in runs. */
export interface ReplyStore extends Pick<ScopeEnds, 'closeDead'> {
  /** Ends only this server's reply. @returns how it is stored, whichever server ended it; null if it is gone */
  storeEnd(place: ReplyPlace, reply: Reply): Promise<EndedReply | null>
  /** Asks the reply's server to stop it. @returns that server; null if the reply has ended */
  wantStop(place: ReplyPlace): Promise<string | null>
  listRunning(conversationIds: readonly string[]): Promise<ReplyPlace[]>
}
