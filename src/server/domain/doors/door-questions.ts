import type { ReplyEvent } from '../../../shared/chat/chat.ts'
import type { ModelEnd } from '../../../shared/chat/model-ends.ts'
import type { ReplyPart } from '../../../shared/chat/part-kinds.ts'
import type { CitedSource } from '../../../shared/knowledge/cited-source.ts'
import type { Logger } from '../../base/log.ts'
import type { OfferedTools } from '../../llm/provider.ts'
import { SAMPLING } from '../../llm/settings/model-settings.ts'
import type { ReplyAside } from '../chat/reply.ts'
import type { RememberedTurn } from '../chat/reply-request.ts'

/**
 * Whoever asks through a door: the holder of an API key or a token. Where the operator opened the doors (`OPEN_DOORS`)
 * also nobody, whose `wallet` and `keyId` are null; then only public agents answer, and nothing is stored.
 */
export interface Caller {
  wallet: string | null
  keyId: string | null
  agentId: string | null
  /** Aborts when the key is revoked or expires; replies that it receives end at once. */
  revoked: AbortSignal
  wordsADay: number | null
  /** Set once the key's words of the day are used up: the seconds until the next day (UTC) begins. */
  usedUpFor: number | null
}

export const NOBODY: Caller = {
  ...{ wallet: null, keyId: null, agentId: null, wordsADay: null, usedUpFor: null },
  revoked: new AbortController().signal,
}

/** The settings with which models are asked, by their names in the chat-completions protocol. */
export const replySettings = SAMPLING

export interface DoorQuestion {
  agentId: string
  /** What the user says; empty only for a question that is not stored and ends with something else. */
  text: string
  system?: string | undefined
  maxTokens?: number | undefined
  requestId: string
  log: Logger
  /** Aborts when the caller is gone. A stored reply continues without it. */
  gone: AbortSignal
  aside?: ReplyAside | undefined
}

export interface UnstoredQuestion extends DoorQuestion {
  turns: readonly RememberedTurn[]
  pictures?: readonly Uint8Array[] | undefined
  following?: readonly RememberedTurn[] | undefined
  stop?: readonly string[] | undefined
  /** The caller's tools. Nothing of them is run here: the calls are in `aside` once the reply has ended. */
  offered?: OfferedTools | undefined
}

export interface ReplyPlace {
  conversationId: string
  replyId: string
}

export interface StoredQuestion extends DoorQuestion {
  conversationId: string | null
  /** The reply that the question follows; null at the beginning of a conversation. */
  parentId: string | null
  /** What was said before a conversation that begins, by turns; it is stored as well. */
  turns?: readonly RememberedTurn[] | undefined
  /** Set where sending a question again is not asking again: its id as it was sent, and the ids that follow from it. */
  once?: (ReplyPlace & { sentAs: string; questionId: string }) | undefined
}

export interface StoredReply extends ReplyPlace {
  /** Its agent's. */
  handle: string | null
  /** Begins with `started` and ends with one end event. */
  events: AsyncIterable<ReplyEvent>
}

export interface ReadReply extends ReplyPlace {
  agentId: string
  /** Its agent's, as it is now. */
  handle: string | null
  state: 'running' | 'waiting' | 'finished' | 'stopped' | 'interrupted' | 'failed'
  cutShort: boolean
  text: string
  /** All of it, in order. */
  parts: readonly ReplyPart[]
  sources: readonly CitedSource[]
  /** How its model ended it, if neither by itself nor by its length. */
  ended: ModelEnd | null
  createdAt: string
  /** When it ended; of one that runs or was imported, the last that is known of it. */
  endedAt: string
}
