import type { RealmAnswer, RealmMessage } from '../../../../shared/realms/realm-messages.ts'
import type { RealmAgent } from '../../../../shared/realms/realms.ts'
import type { Zone } from '../../../lib/clock.ts'
import type { OwnMessage } from '../live/realm-room.ts'
import type { Quoted } from './quoted.ts'

type UnderwayMessage = OwnMessage & { kind: 'underway' }

/** `UnderwayMessage`: the viewer's own that is being sent. */
export type ShownMessage = RealmMessage | UnderwayMessage

export interface PlacedMessage {
  message: ShownMessage
  opens: boolean
  /** The quote of the message that it replies to, if that is shown. */
  quote: Quoted | undefined
}

/** Undefined if the action succeeded. */
export type Problem = string | undefined

/**
 * `actionsOf` decides which are offered, and the server enforces permissions. It must be the same object while nothing
 * in it changes; otherwise every message renders again.
 */
export interface MessageHandlers {
  /** The muted wallets, as far as the viewer may know them. */
  muted: readonly string[]
  reply: (number: number) => void
  /** Inserts `@name` into the draft, and focuses the composer. */
  mention: (name: string) => void
  /** Removes the text of a message; the viewer has already confirmed it. */
  remove: (message: RealmMessage) => Promise<Problem>
  setMuted: (wallet: string, muted: boolean) => Promise<Problem>
  stop: (answer: RealmAnswer) => Promise<Problem>
  letThrough: (message: RealmMessage) => Promise<Problem>
  /** Says itself what came of it. */
  setBlocked: (wallet: string, name: string, blocked: boolean) => void
  /** Undefined for everybody but the creator. */
  keepOut: ((wallet: string, name: string) => void) | undefined
}

/** The viewer, and what the messages depend on. The same object while nothing in it changes. */
export interface Reader {
  self: string | undefined
  mayWrite: boolean
  /** Whether the viewer created the realm, and it still exists. */
  leads: boolean
  gone: boolean
  agents: readonly RealmAgent[]
  /** Whom the viewer blocks. */
  blocked: ReadonlySet<string>
  actions: MessageHandlers
  /** Scrolls to a message by its number, and loads it if necessary. */
  goTo: (number: number) => void
}

export interface MessageViewProps {
  placed: PlacedMessage
  reader: Reader
  zone: Zone
  fresh: boolean
  /** Whether its menu button is in the tab order. */
  current: boolean
}
