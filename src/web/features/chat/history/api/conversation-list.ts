import type { ConversationSummary } from '../../../../../shared/chat/conversations.ts'
import { listQuery } from '../../../../blocks/list/list-query.ts'
import { type Api, unwrap } from '../../../../lib/http/api.ts'

/** A missing field does not filter. */
export interface ConversationFilter {
  query?: string
  agentId?: string
}

export const conversationsKey = ['conversations'] as const

export const conversationListsKey = [...conversationsKey, 'list'] as const

/** The interval while one of the list's replies is running; otherwise it is not refetched. */
const RUNNING_MS = 2_500

const STALE_MS = 10_000

/** Last used first. @param viewer part of the key, so that another wallet's data is never shown */
export function conversationListQuery(api: Api, viewer: string, filter: ConversationFilter) {
  return listQuery<ConversationSummary>(
    [...conversationListsKey, viewer, filter],
    async (page, options) => {
      const { conversations, nextCursor } = await unwrap(
        api.conversations.$get({ query: { ...filter, ...page } }, options),
      )
      return { items: conversations, nextCursor }
    },
    { staleTime: STALE_MS, polling: { isChanging: isRunning, every: RUNNING_MS } },
  )
}

/** Of a search result, the place of what was found. */
export const addressOf = ({ agentId, id, foundMessage }: ConversationSummary): string =>
  `/chat/${agentId}/${id}${foundMessage ? `#${foundMessage}` : ''}`

const isRunning = ({ state }: ConversationSummary) => state === 'running'
