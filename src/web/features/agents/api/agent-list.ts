import type { QueryClient } from '@tanstack/react-query'
import type { Category } from '../../../../shared/agents/agent-defaults.ts'
import type { AgentOrder } from '../../../../shared/agents/agent-orders.ts'
import { listQuery } from '../../../blocks/list/list-query.ts'
import { type Api, unwrap } from '../../../lib/http/api.ts'

/** The filter of a list of agents. A missing field does not filter. */
export interface AgentFilter {
  query?: string
  category?: Category
  /** The wallet that owns them. */
  maker?: string
  /** One of their capabilities. */
  tag?: string
  order?: AgentOrder
}

/**
 * The key prefix of all queries about agents: one invalidation refetches the matrix, the owner's list and the details.
 */
export const agentsKey = ['agents'] as const

/**
 * To be called after each change. The public list comes first: a published draft is in it before it leaves the drafts.
 */
export async function invalidateAgents(queryClient: QueryClient): Promise<void> {
  const isList = (key: readonly unknown[]) => key[1] === 'list'
  await queryClient.invalidateQueries({ queryKey: [...agentsKey, 'list'] })
  await queryClient.invalidateQueries({ queryKey: agentsKey, predicate: (query) => !isList(query.queryKey) })
}

/** Newest first if no order is given. */
export function agentListQuery(api: Api, filter: AgentFilter) {
  return listQuery([...agentsKey, 'list', filter], async (page, options) => {
    const { agents, nextCursor } = await unwrap(api.agents.$get({ query: { ...filter, ...page } }, options))
    return { items: agents, nextCursor }
  })
}
