import type { AttachedFile } from '../../../../shared/chat/messages.ts'
import { checkedBy, persistedById, textSchema, thisTab } from '../../../blocks/saved-draft/persisted.ts'
import { isAttachedFiles } from './waiting-questions.ts'

const files = persistedById('chatFiles', checkedBy(isAttachedFiles), { ...thisTab, most: 30 })

/** By agent: the conversation that was opened last and that nothing was asked in yet. */
const beginnings = persistedById('chatBeginnings', textSchema, { ...thisTab, most: 30 })

/** Stored files that were not sent with a question yet, by conversation. They survive a reload of the tab. */
export const unsentFiles = {
  recall: (conversation: string): readonly AttachedFile[] => files.recall(conversation) ?? [],

  remember: (conversation: string, stored: readonly AttachedFile[]): void =>
    files.remember(conversation, stored.length === 0 ? null : [...stored]),

  /** The server has files by their conversation, so whoever comes back to one that has not begun needs its id again. */
  beginning(agentId: string): string | undefined {
    const id = beginnings.recall(agentId)
    return id !== undefined && files.recall(id) ? id : undefined
  },

  open: (agentId: string, conversation: string): void => beginnings.remember(agentId, conversation),

  /** Its first question was asked. */
  begin(agentId: string, conversation: string): void {
    if (beginnings.recall(agentId) === conversation) beginnings.remember(agentId, null)
  },
}
