import { isRunning, type RealmMessage } from '../../../../shared/realms/realm-messages.ts'

/** Running answers are always among this many newest messages. */
const RECENT = 50

export function speaking(messages: readonly RealmMessage[]): ReadonlySet<string> {
  return new Set(messages.slice(-RECENT).flatMap((message) => (isRunning(message) ? [message.agentId] : [])))
}
