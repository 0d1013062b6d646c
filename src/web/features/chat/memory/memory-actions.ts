import { useMemo, useState } from 'react'

/** What is open of a memory, and at which message. */
export type MemoryView =
  | { show: 'remember'; messageId: string; words: string }
  | { show: 'used'; replyId: string }
  | { show: 'all' }

/** What can be done with an agent's memory at a message. A missing action is not offered. */
export interface MemoryActions {
  /** Lets the agent remember a message, or some words of it. */
  remember?: (messageId: string, words: string) => void
  /** Shows what of before a reply was made with. */
  showUsed?: (replyId: string) => void
}

/** @param isOffered whether the conversation is one in which an agent remembers */
export function useMemoryActions(isOffered: boolean) {
  const [view, setView] = useState<MemoryView | null>(null)
  const actions = useMemo(
    (): MemoryActions =>
      isOffered
        ? {
            remember: (messageId, words) => setView({ show: 'remember', messageId, words }),
            showUsed: (replyId) => setView({ show: 'used', replyId }),
          }
        : {},
    [isOffered],
  )
  return { view, setView, actions }
}
