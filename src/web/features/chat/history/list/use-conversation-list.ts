import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { ConversationSummary } from '../../../../../shared/chat/conversations.ts'
import { useApi } from '../../../../lib/http/api.ts'
import { explainError } from '../../../../lib/http/explain-error.ts'
import { type MorePages, morePages } from '../../../../lib/http/more-pages.ts'
import { useConversationNews } from '../../conversation/conversation-channel.ts'
import { type ConversationFilter, conversationListQuery } from '../api/conversation-list.ts'
import { listedConversations } from '../api/conversation-pages.ts'
import { newReplies } from './new-replies.ts'

/** What a list of conversations shows. */
export type ConversationList =
  | { state: 'loading' }
  | { state: 'failed'; problem: string; retry: () => void }
  | { state: 'empty' }
  | {
      state: 'full'
      conversations: ConversationSummary[]
      /** These belong to another search than the one that is being asked. */
      refreshing: boolean
      more: MorePages | undefined
    }

/**
 * The stored conversations of a wallet; while a reply runs in one of them they are asked for again and again.
 * @param viewer undefined while it is not known whose they would be
 */
export function useConversationList(
  viewer: string | undefined,
  filter: ConversationFilter,
): ConversationList {
  const api = useApi()
  useConversationNews()
  const asked = useInfiniteQuery({
    ...conversationListQuery(api, viewer ?? '', filter),
    enabled: viewer !== undefined,
    // Another wallet's conversations are never a stand-in.
    placeholderData: (previous, query) => (query?.queryKey[2] === viewer ? previous : undefined),
  })
  const { data, error, dataUpdatedAt, isPlaceholderData } = asked
  const conversations = useMemo(() => listedConversations(data?.pages ?? []), [data])
  useEffect(() => {
    if (!isPlaceholderData) newReplies.see(conversations, dataUpdatedAt)
  }, [conversations, dataUpdatedAt, isPlaceholderData])

  if (!data)
    return error
      ? { state: 'failed', problem: explainError(error), retry: () => void asked.refetch() }
      : { state: 'loading' }
  if (conversations.length === 0 && !asked.hasNextPage)
    return isPlaceholderData ? { state: 'loading' } : { state: 'empty' }
  return { state: 'full', conversations, refreshing: isPlaceholderData, more: morePages(asked) }
}
