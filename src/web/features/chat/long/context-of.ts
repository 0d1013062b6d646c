import type { ReplyPart } from '../../../../shared/chat/part-kinds.ts'
import type { ConversationView } from '../conversation/conversation.ts'

export type ContextPart = Extract<ReplyPart, { kind: 'context' }>

/** With what the newest reply was made; while a reply has not begun, the one before. */
export function contextOf({ turns }: Pick<ConversationView, 'turns'>): ContextPart | null {
  for (const { reply } of turns.slice(-2).reverse()) {
    const part = reply?.parts?.find((one) => one.kind === 'context')
    if (part) return part
    if (reply && reply.state !== 'running') return null
  }
  return null
}
