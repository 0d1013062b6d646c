import { categories } from '../../../../shared/agents/agent-defaults.ts'
import { agentOrders } from '../../../../shared/agents/agent-orders.ts'
import { limits } from '../../../../shared/common/limits.ts'
import { searchProblem } from '../../../../shared/common/search-text.ts'
import { lengthOf } from '../../../../shared/text/plain-text.ts'
import type { AgentFilter } from '../api/agent-list.ts'

/** Parses the filter of an address. An unknown category, order or tag is ignored. */
export function readFilter(search: URLSearchParams): AgentFilter {
  const query = search.get('query')?.trim()
  const category = categories.find((known) => known === search.get('category'))
  const order = agentOrders.find((known) => known === search.get('order'))
  const tag = search.get('tag')?.trim()
  return {
    ...(query && { query }),
    ...(category && { category }),
    ...(order && order !== 'newest' && { order }),
    ...(tag && lengthOf(tag) <= limits.listItem && !searchProblem(tag) && { tag }),
  }
}

/** The fields of a filter that narrow the list. */
export const narrowing = ({ query, category, tag }: AgentFilter) => ({ query, category, tag })

/** The fields of a filter that apply to the owner's drafts, which are few and come first in every order. */
export const draftsAskedFor = ({ query, category }: AgentFilter): AgentFilter => ({
  ...(query && { query }),
  ...(category && { category }),
})

/** Returns the address with another filter; its other parameters stay. */
export function writeFilter(search: URLSearchParams, filter: AgentFilter): URLSearchParams {
  const next = new URLSearchParams(search)
  const order = filter.order === 'newest' ? undefined : filter.order
  for (const [part, value = ''] of Object.entries({ ...narrowing(filter), order })) {
    if (value.trim()) next.set(part, value.trim())
    else next.delete(part)
  }
  return next
}

/** The filter as it can be requested: a search over the maximum length is left out, and its field shows the error. */
export function askableFilter(filter: AgentFilter): AgentFilter {
  const { query, ...others } = filter
  return query === undefined || searchProblem(query) !== undefined ? others : filter
}
