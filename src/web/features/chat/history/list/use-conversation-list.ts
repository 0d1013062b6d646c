import { useEffect } from 'react'
import type { ConversationSummary } from '../../../../../shared/chat/conversations.ts'
import { lastUsedFirst } from '../../../../blocks/list/list-data.ts'
import { type List, listOf, useListQuery } from '../../../../blocks/list/list-state.ts'
import { useApi } from '../../../../lib/http/api.ts'
import { useConversationNews } from '../../conversation/conversation-channel.ts'
import { type ConversationFilter, conversationListQuery } from '../api/conversation-list.ts'
import { newReplies } from './new-replies.ts'

export type ConversationList = List<ConversationSummary> & {
  /** When it was read, in milliseconds since 1970; the server and the page's first paint know the same. */
  asOf: number
}

const none: readonly never[] = []

/** Refetched while a reply is running in one of them. @param viewer undefined while the owner is not known */
export function useConversationList(
  viewer: string | undefined,
  filter: ConversationFilter,
): ConversationList {
  useConversationNews()
  const query = conversationListQuery(useApi(), viewer ?? '', filter)
  const asked = useListQuery(query, { owner: viewer, arrange: lastUsedFirst })
  const { data: conversations = none, dataUpdatedAt, isPlaceholderData } = asked
  useEffect(() => {
    if (!isPlaceholderData) newReplies.see(conversations, dataUpdatedAt)
  }, [conversations, dataUpdatedAt, isPlaceholderData])
  return { ...listOf(asked, conversations), asOf: dataUpdatedAt }
}
