import { categories } from '../../../../shared/agents/agent-defaults.ts'
import { agentListQuerySchema } from '../../../../shared/agents/agents.ts'
import type { AgentFilter } from '../api/agent-list.ts'

/** The filter that an address names. A category that there is not narrows nothing. */
export function readFilter(search: URLSearchParams): AgentFilter {
  const query = search.get('query')?.trim()
  const category = categories.find((known) => known === search.get('category'))
  return { ...(query && { query }), ...(category && { category }) }
}

/** The same address with another filter; whatever else it says stays. */
export function writeFilter(search: URLSearchParams, filter: AgentFilter): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const part of ['query', 'category'] as const) {
    const value = filter[part]?.trim()
    if (value) next.set(part, value)
    else next.delete(part)
  }
  return next
}

/** The part of a filter that can be asked: a search over the limit narrows nothing, and its field says why. */
export function askableFilter(filter: AgentFilter): AgentFilter {
  if (filterProblem(filter) === undefined) return filter
  return filter.category ? { category: filter.category } : {}
}

/** What is wrong with a filter, as the server would say it. */
export function filterProblem(filter: AgentFilter): string | undefined {
  return agentListQuerySchema.safeParse(filter).error?.issues[0]?.message
}
