import type { RealmAnswer, RealmMessage } from '../../../../shared/realms/realm-messages.ts'
import type { RealmAgent } from '../../../../shared/realms/realms.ts'
import type { ShownMessage } from '../messages/message-chunks.ts'

/** Why something was not done, in plain words for the reader; undefined where it was done. */
export type Problem = string | undefined

/**
 * What a reader can do with messages. Who may do what is decided where the actions are offered (`actionsOf`) and, for real,
 * by the server. Give the same object while nothing in it changes, or every message is drawn again.
 */
export interface MessageHandlers {
  /** Wallets that may not speak here, as far as this reader may know. */
  muted: readonly string[]
  /** The draft answers this message from now on, and the composer has the focus. */
  reply: (number: number) => void
  /** Puts `@name` into the draft, and the focus behind it. */
  mention: (name: string) => void
  /** Takes the words out of a message; the reader was asked before. */
  remove: (message: RealmMessage) => Promise<Problem>
  /** Has a wallet be silent here, or lets it speak again. */
  setMuted: (wallet: string, muted: boolean) => Promise<Problem>
  /** Ends a running answer with the words that came. */
  stop: (answer: RealmAnswer) => Promise<Problem>
}

/** Who reads, and what follows from it for every message. The same object while nothing in it changes. */
export interface Reader {
  /** The reader's wallet. */
  self: string | undefined
  /** Has a wallet, is not muted, and the realm is there. */
  mayWrite: boolean
  /** Made the realm, which is there. */
  leads: boolean
  /** It was deleted while it was open. */
  gone: boolean
  agents: readonly RealmAgent[]
  actions: MessageHandlers
  /** Leads to a message by its number, wherever it is. */
  goTo: (number: number) => void
}

export type Action = 'reply' | 'copy' | 'mention' | 'stop' | 'mute' | 'let-speak' | 'remove'

/** What this reader may do with a message, in the order in which it is offered. */
export function actionsOf(message: ShownMessage, reader: Omit<Reader, 'goTo'>): Action[] {
  if (message.kind === 'underway' || message.kind === 'go-on') return []
  const isOwn = message.author === reader.self
  const actions: Action[] = []
  if (!message.removed) {
    if (reader.mayWrite) actions.push('reply')
    if (message.content !== '') actions.push('copy')
    if (reader.mayWrite && isThere(message, reader)) actions.push('mention')
    if (mayStop(message, reader)) actions.push('stop')
  }
  if (reader.leads && !isOwn && message.kind === 'said')
    actions.push(reader.actions.muted.includes(message.author) ? 'let-speak' : 'mute')
  if (!message.removed && !reader.gone && (isOwn || reader.leads)) actions.push('remove')
  return actions
}

/** Who started a running answer may stop it, and the realm's creator may stop any. */
export function mayStop(message: RealmMessage, reader: Pick<Reader, 'self' | 'leads' | 'gone'>): boolean {
  const isRunning = message.kind === 'answer' && message.state === 'running'
  return isRunning && !reader.gone && (message.author === reader.self || reader.leads)
}

/** Whether there is somebody to be mentioned: another person, or an agent that is still in the realm. */
function isThere(message: RealmMessage, { self, agents }: Pick<Reader, 'self' | 'agents'>): boolean {
  if (message.kind !== 'answer') return message.author !== self
  return agents.some(({ id }) => id === message.agentId)
}
