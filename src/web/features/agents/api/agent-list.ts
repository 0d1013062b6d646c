import type { QueryClient } from '@tanstack/react-query'
import type { Category } from '../../../../shared/agents/agent-defaults.ts'
import type { AgentOrder } from '../../../../shared/agents/agent-orders.ts'
import { listQuery } from '../../../blocks/list/list-query.ts'
import { type Api, unwrap } from '../../../lib/http/api.ts'

/** What narrows a list of agents. Absent parts narrow nothing. */
export interface AgentFilter {
  query?: string
  category?: Category
  /** The wallet whose they are. */
  maker?: string
  /** One of their capabilities. */
  tag?: string
  order?: AgentOrder
}

/** Every question about agents begins with it, so one invalidation reaches the matrix, the owner's list and the details. */
export const agentsKey = ['agents'] as const

/**
 * After any change: whatever shows agents asks again. The public list comes first, so that a draft that was published
 * stands there before it leaves the drafts.
 */
export async function invalidateAgents(queryClient: QueryClient): Promise<void> {
  const isList = (key: readonly unknown[]) => key[1] === 'list'
  await queryClient.invalidateQueries({ queryKey: [...agentsKey, 'list'] })
  await queryClient.invalidateQueries({ queryKey: agentsKey, predicate: (query) => !isList(query.queryKey) })
}

/** The public list, page by page; newest first where no order is named. */
export function agentListQuery(api: Api, filter: AgentFilter) {
  return listQuery([...agentsKey, 'list', filter], async (page, options) => {
    const { agents, nextCursor } = await unwrap(api.agents.$get({ query: { ...filter, ...page } }, options))
    return { items: agents, nextCursor }
  })
}
