import type { RealmMessage } from '../../../../shared/realms/realm-messages.ts'
import type { RealmDetail } from '../../../../shared/realms/realms.ts'
import type { Presence } from '../../../../shared/realms/realtime.ts'

/** How the page hears of a realm. What is typed and what is known stay in each of these. */
export type Connection =
  | { state: 'connecting' }
  | { state: 'live' }
  /**
   * It broke, or the server refused it; `retryAt` is when the next try begins, in milliseconds of `Date.now()`, `problem`
   * why, where that is known.
   */
  | { state: 'waiting'; retryAt: number; problem?: string | undefined }
  /** The browser says that it has no network; it connects by itself when that changes. */
  | { state: 'offline' }

/** Earlier messages, where there are some that the page does not have. */
export interface Earlier {
  load: () => void
  loading: boolean
  problem: string | undefined
}

/** What a page knows of a realm that it shows. */
export interface RealmHere {
  state: 'here'
  realm: RealmDetail
  connection: Connection
  /** Tries to connect at once instead of waiting. */
  reconnect: () => void
  /** Oldest first, by number, without a gap; running answers with the words that came so far. */
  messages: readonly RealmMessage[]
  earlier: Earlier | undefined
  /** Who is here now; undefined until the server said so. */
  presence: Presence | undefined
  /** Wallets that are typing, never the reader's own. */
  typing: readonly string[]
  /** The reader's wallet may not speak here. */
  muted: boolean
  /** It was deleted while it was open; its messages are still shown. */
  gone: boolean
  /** The number of the first message that was new when the realm was opened; undefined where none was. It stays while it is open. */
  firstNew: number | undefined
  /** Remembers, for the next visit and for the list, that the messages up to a number were in sight. */
  markRead: (number: number) => void
}

export type RealmRoom =
  | { state: 'loading' }
  | { state: 'missing' }
  | { state: 'failed'; problem: string; retry: () => void }
  | RealmHere

/** What became of the reader's last message. */
export type Sending =
  | { state: 'idle' }
  /** It goes as soon as there is a connection. */
  | { state: 'waiting'; message: OwnMessage }
  /** `sent` holds until the realm's messages have it. */
  | { state: 'sending' | 'sent'; message: OwnMessage }
  /** The words are back in the draft. */
  | { state: 'failed'; message: OwnMessage; problem: string }

/** The reader's own message on its way. */
export interface OwnMessage {
  id: string
  author: string
  content: string
  createdAt: string
  replyTo: number | null
}

/** What the reader writes. It survives leaving the realm and a reload of the page. */
export interface Writing {
  draft: string
  setDraft: (text: string) => void
  /** The message that the draft answers. */
  replyTo: number | null
  setReplyTo: (number: number | null) => void
  sending: Sending
  /** The message on its way, as long as the realm's messages do not have it. */
  underway: OwnMessage | undefined
  /** What is wrong with the words themselves, once there are any. */
  fault: string | undefined
  /** Section 5: ignored when blank, when a message is on its way, and without a wallet. */
  submit: () => void
  /** Takes a waiting message back into the draft. */
  takeBack: () => void
}
