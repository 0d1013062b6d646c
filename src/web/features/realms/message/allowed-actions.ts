import type { RealmAnswer, RealmMessage } from '../../../../shared/realms/realm-messages.ts'
import { NOBODY, type RealmAgent } from '../../../../shared/realms/realms.ts'
import type { ShownMessage } from '../messages/message-chunks.ts'

/** Why an action failed, in plain words; undefined if it succeeded. */
export type Problem = string | undefined

/**
 * The viewer's actions on messages. `actionsOf` decides which are offered, and the server enforces permissions. It
 * must be the same object while nothing in it changes; otherwise every message renders again.
 */
export interface MessageHandlers {
  /** The muted wallets, as far as the viewer may know them. */
  muted: readonly string[]
  /** Makes the draft a reply to this message, and focuses the composer. */
  reply: (number: number) => void
  /** Inserts `@name` into the draft, and focuses the composer. */
  mention: (name: string) => void
  /** Removes the text of a message; the viewer has already confirmed it. */
  remove: (message: RealmMessage) => Promise<Problem>
  /** Mutes a wallet here, or unmutes it. */
  setMuted: (wallet: string, muted: boolean) => Promise<Problem>
  /** Stops a running answer and keeps its text so far. */
  stop: (answer: RealmAnswer) => Promise<Problem>
}

/** The viewer, and what the messages depend on. The same object while nothing in it changes. */
export interface Reader {
  /** The viewer's wallet. */
  self: string | undefined
  /** Whether the viewer has a wallet, is not muted, and the realm still exists. */
  mayWrite: boolean
  /** Whether the viewer created the realm, and it still exists. */
  leads: boolean
  /** Whether the realm was deleted while it was open. */
  gone: boolean
  agents: readonly RealmAgent[]
  actions: MessageHandlers
  /** Scrolls to a message by its number, and loads it if necessary. */
  goTo: (number: number) => void
}

export type Action = 'reply' | 'copy' | 'mention' | 'stop' | 'mute' | 'let-speak' | 'remove'

/** The actions that the viewer may use on a message, in the order of the menu. */
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
  if (reader.leads && !isOwn && message.kind === 'said' && message.author !== NOBODY)
    actions.push(reader.actions.muted.includes(message.author) ? 'let-speak' : 'mute')
  if (!message.removed && !reader.gone && (isOwn || reader.leads)) actions.push('remove')
  return actions
}

/** Whether the viewer may stop a running answer: the person who started it may, and the realm's creator. */
export function mayStop(message: RealmMessage, reader: Pick<Reader, 'self' | 'leads' | 'gone'>): boolean {
  const isRunning = message.kind === 'answer' && message.state === 'running'
  return isRunning && !reader.gone && (message.author === reader.self || reader.leads)
}

/** Whether the author can be mentioned: another person, or an agent that is still in the realm. */
function isThere(message: RealmMessage, { self, agents }: Pick<Reader, 'self' | 'agents'>): boolean {
  if (message.kind !== 'answer') return message.author !== self
  return agents.some(({ id }) => id === message.agentId)
}
