import type { Reply } from '../../../../shared/chat/messages.ts'
import type { Turn } from './conversation.ts'
import type { ConversationState } from './conversation-state.ts'

/** Whether a reply broke off after it had called tools: it can go on, and nothing that was done is done again. */
export function canGoOn({ state, parts = [] }: Reply): boolean {
  const hasEndedEarly = state === 'interrupted' || state === 'failed'
  return hasEndedEarly && parts.some(({ kind }) => kind === 'tool')
}

/** Whether a reply of any branch waits for the person. */
export function hasWaiting({ messages }: ConversationState): boolean {
  return messages.some((message) => message.role === 'assistant' && message.state === 'waiting')
}

/** Whether a call of the shown replies waits for the person. */
export function waitsForPerson(turns: readonly Turn[]): boolean {
  return turns.some(({ reply }) => reply?.state === 'waiting')
}
