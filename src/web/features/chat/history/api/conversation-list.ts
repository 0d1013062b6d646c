import type { ConversationSummary } from '../../../../../shared/chat/conversations.ts'
import { refetchWhile } from '../../../../blocks/list/list-data.ts'
import { listQuery } from '../../../../blocks/list/list-query.ts'
import { type Api, unwrap } from '../../../../lib/http/api.ts'

/** What narrows a list of conversations. Absent parts narrow nothing. */
export interface ConversationFilter {
  query?: string
  agentId?: string
}

/** Every question about lists of conversations begins with it. */
export const conversationsKey = ['conversations'] as const

/** Begins every list, whatever narrows it. */
export const conversationListsKey = [...conversationsKey, 'list'] as const

/** How often a list is asked again while one of its replies runs, in milliseconds; otherwise it rests. */
const RUNNING_MS = 2_500

/** A list is asked again when its page is turned to after so long, in milliseconds. */
const STALE_MS = 10_000

/**
 * A wallet's stored conversations, last used first, page by page.
 * @param viewer whose they are: another wallet's never stand in for them
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
