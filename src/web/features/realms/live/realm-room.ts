import type { RealmMessage } from '../../../../shared/realms/realm-messages.ts'
import type { RealmDetail } from '../../../../shared/realms/realms.ts'
import type { Presence } from '../../../../shared/realms/realtime.ts'

/** Typed text and known messages stay in every state. */
export type Connection =
  | { state: 'connecting' }
  | { state: 'live' }
  /** The connection is lost, or refused for the reason `problem`. `retryAt` is a time of `Date.now()`. */
  | { state: 'waiting'; retryAt: number; problem?: string | undefined }
  /** The browser has no network; it reconnects automatically when that changes. */
  | { state: 'offline' }

export interface Earlier {
  load: () => void
  loading: boolean
  problem: string | undefined
}

export interface RealmHere {
  state: 'here'
  realm: RealmDetail
  connection: Connection
  reconnect: () => void
  /** Oldest first, by number, without a gap; running answers have their text so far. */
  messages: readonly RealmMessage[]
  earlier: Earlier | undefined
  /** Who is here now; undefined until the server has sent it. */
  presence: Presence | undefined
  /** The wallets that are typing, without the viewer's. */
  typing: readonly string[]
  muted: boolean
  /** When that ends, in ISO 8601; null if it has no end. */
  mutedUntil: string | null
  /** The sentence of a ban; undefined if the viewer may be here. */
  banned?: string | undefined
  /** Whether the realm was deleted while it was open; its messages are still shown. */
  gone: boolean
  /** Why, where it was taken down. */
  goneWhy?: string | undefined
  /** The first message that was new on opening; it does not change while the realm is open. */
  firstNew: number | undefined
  /** Stores that the messages up to a number were seen, for the next visit and for the list. */
  markRead: (number: number) => void
}

export type RealmRoom =
  | { state: 'loading' }
  | { state: 'missing' }
  | { state: 'failed'; problem: string; retry: () => void }
  | RealmHere

export type Sending =
  | { state: 'idle' }
  /** The message is sent as soon as there is a connection. */
  | { state: 'waiting'; message: OwnMessage }
  /** `sent` lasts until the realm's messages include it. */
  | { state: 'sending' | 'sent'; message: OwnMessage }
  | { state: 'failed'; message: OwnMessage; problem: string }

export interface OwnMessage {
  id: string
  author: string
  content: string
  createdAt: string
  replyTo: number | null
}

/** It survives leaving the realm and a reload of the page. */
export interface Writing {
  draft: string
  setDraft: (text: string) => void
  replyTo: number | null
  setReplyTo: (number: number | null) => void
  sending: Sending
  underway: OwnMessage | undefined
  /** The error of the text itself, if there is any text. */
  fault: string | undefined
  /** Sends the draft; ignored if it is blank, if a message is being sent, and without a wallet (section 5). */
  submit: () => void
  /** Moves a waiting message back into the draft. */
  takeBack: () => void
}
