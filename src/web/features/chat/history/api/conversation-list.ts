import type { ConversationSummary } from '../../../../../shared/chat/conversations.ts'
import { refetchWhile } from '../../../../blocks/list/list-data.ts'
import { listQuery } from '../../../../blocks/list/list-query.ts'
import { type Api, unwrap } from '../../../../lib/http/api.ts'

/** The filter of a list of conversations. A missing field does not filter. */
export interface ConversationFilter {
  query?: string
  agentId?: string
}

export const conversationsKey = ['conversations'] as const

export const conversationListsKey = [...conversationsKey, 'list'] as const

/**
 * The refetch interval of a list while one of its replies is running, in milliseconds; otherwise it is not refetched.
 */
const RUNNING_MS = 2_500

const STALE_MS = 10_000

/**
 * Query for a wallet's stored conversations, last used first, in pages.
 * @param viewer the owner; part of the key, so that another wallet's data is never shown
 */
export function conversationListQuery(api: Api, viewer: string, filter: ConversationFilter) {
  return listQuery<ConversationSummary>(
    [...conversationListsKey, viewer, filter],
    async (page, options) => {
      const { conversations, nextCursor } = await unwrap(
        api.conversations.$get({ query: { ...filter, ...page } }, options),
      )
      return { items: conversations, nextCursor }
    },
    { staleTime: STALE_MS, refetchInterval: refetchWhile(isRunning, RUNNING_MS) },
  )
}

const isRunning = ({ state }: ConversationSummary) => state === 'running'
