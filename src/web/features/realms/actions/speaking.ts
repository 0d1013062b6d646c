import type { RealmMessage } from '../../../../shared/realms/realm-messages.ts'

/** Running answers are among the newest; no agent has one that is further back. */
const RECENT = 50

/** The agents that say something at this moment. */
export function speaking(messages: readonly RealmMessage[]): ReadonlySet<string> {
  return new Set(
    messages
      .slice(-RECENT)
      .flatMap((message) =>
        message.kind === 'answer' && message.state === 'running' ? [message.agentId] : [],
      ),
  )
}
