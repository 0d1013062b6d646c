import { categories } from '../../../../shared/agents/agent-defaults.ts'
import { agentOrders } from '../../../../shared/agents/agent-orders.ts'
import { limits } from '../../../../shared/common/limits.ts'
import { searchProblem } from '../../../../shared/common/search-text.ts'
import type { AgentFilter } from '../api/agent-list.ts'

/** The filter that an address names. A category, an order or a tag that there can't be changes nothing. */
export function readFilter(search: URLSearchParams): AgentFilter {
  const query = search.get('query')?.trim()
  const category = categories.find((known) => known === search.get('category'))
  const order = agentOrders.find((known) => known === search.get('order'))
  const tag = search.get('tag')?.trim()
  return {
    ...(query && { query }),
    ...(category && { category }),
    ...(order && order !== 'newest' && { order }),
    ...(tag && tag.length <= limits.listItem && !searchProblem(tag) && { tag }),
  }
}

/** What of a filter narrows the list. */
export const narrowing = ({ query, category, tag }: AgentFilter) => ({ query, category, tag })

/** The part of a filter that the owner's drafts are asked for: they are few, and stand first in every order. */
export const draftsAskedFor = ({ query, category }: AgentFilter): AgentFilter => ({
  ...(query && { query }),
  ...(category && { category }),
})

/** The same address with another filter; whatever else it says stays. */
export function writeFilter(search: URLSearchParams, filter: AgentFilter): URLSearchParams {
  const next = new URLSearchParams(search)
  const order = filter.order === 'newest' ? undefined : filter.order
  for (const [part, value = ''] of Object.entries({ ...narrowing(filter), order })) {
    if (value.trim()) next.set(part, value.trim())
    else next.delete(part)
  }
  return next
}

/** The part of a filter that can be asked: a search over the limit narrows nothing, and its field says why. */
export function askableFilter(filter: AgentFilter): AgentFilter {
  const { query, ...others } = filter
  return query === undefined || searchProblem(query) !== undefined ? others : filter
}
