import { useEffect, useSyncExternalStore } from 'react'
import { onConversationNews } from '../../conversation/conversation-channel.ts'
import { newReplies } from './new-replies.ts'

const none: ReadonlySet<string> = new Set()

export function useNewReplies(shownId: string | undefined): ReadonlySet<string> {
  useEffect(() => (shownId ? newReplies.show(shownId) : undefined), [shownId])
  useEffect(
    () =>
      onConversationNews((news, from) => {
        if (news.type === 'ended' && from === 'here') newReplies.ended(news.conversationId, Date.now())
      }),
    [],
  )
  return useSyncExternalStore(newReplies.subscribe, newReplies.get, () => none)
}
