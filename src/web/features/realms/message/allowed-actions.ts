import { isUnsettled, type RealmMessage } from '../../../../shared/realms/realm-messages.ts'
import { NOBODY } from '../../../../shared/realms/realms.ts'
import type { Reader, ShownMessage } from './shown-message.ts'

export type Action =
  | 'reply'
  | 'copy'
  | 'mention'
  | 'stop'
  | 'mute'
  | 'let-speak'
  | 'keep-out'
  | 'report'
  | 'block'
  | 'unblock'
  | 'remove'

/** The actions that the viewer may use on a message, in the order of the menu. */
export function actionsOf(message: ShownMessage, reader: Omit<Reader, 'goTo'>): Action[] {
  if (message.kind === 'underway' || message.kind === 'go-on') return []
  const isOwn = message.author === reader.self
  const actions: Action[] = []
  if (!message.removed) {
    if (reader.mayWrite && !message.withheld) actions.push('reply')
    if (message.content !== '') actions.push('copy')
    if (reader.mayWrite && isThere(message, reader)) actions.push('mention')
    if (mayStop(message, reader)) actions.push('stop')
  }
  if (reader.leads && !isOwn && message.kind === 'said' && message.author !== NOBODY)
    actions.push(reader.actions.muted.includes(message.author) ? 'let-speak' : 'mute')
  if (
    reader.leads &&
    reader.actions.keepOut &&
    !isOwn &&
    message.kind === 'said' &&
    message.author !== NOBODY
  )
    actions.push('keep-out')
  // Whose message brought an answer forth did not write it.
  if (!message.removed && !reader.gone && (!isOwn || message.kind === 'answer')) actions.push('report')
  if (reader.self && !isOwn && message.author !== NOBODY)
    actions.push(reader.blocked.has(message.author) ? 'unblock' : 'block')
  if (!message.removed && !reader.gone && (isOwn || reader.leads)) actions.push('remove')
  return actions
}

/** Whether the viewer may stop an answer that runs or waits: the person who started it may, and the realm's creator. */
export function mayStop(message: RealmMessage, reader: Pick<Reader, 'self' | 'leads' | 'gone'>): boolean {
  return isUnsettled(message) && !reader.gone && (message.author === reader.self || reader.leads)
}

function isThere(message: RealmMessage, { self, agents }: Pick<Reader, 'self' | 'agents'>): boolean {
  if (message.kind !== 'answer') return message.author !== self
  return agents.some(({ id }) => id === message.agentId)
}
