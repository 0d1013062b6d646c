import { useQuery } from '@tanstack/react-query'
import type { Category } from '../../../../shared/agents/agent-defaults.ts'
import type { AgentSummary } from '../../../../shared/agents/agents.ts'
import { searchProblem } from '../../../../shared/common/search-text.ts'
import { type List, listOf, ofSameOwner, useListQuery } from '../../../blocks/list/list-state.ts'
import { useTypedSearch } from '../../../lib/hooks/use-typed-search.ts'
import { useApi } from '../../../lib/http/api.ts'
import { useSearchParams } from '../../../lib/router/router.tsx'
import { useHere } from '../../../lib/session/viewer.ts'
import { agentListQuery } from '../api/agent-list.ts'
import { myDraftsQuery } from '../api/my-agents.ts'
import { askableFilter, draftsAskedFor, narrowing, readFilter, writeFilter } from './matrix-filter.ts'

/** The public list with the address's filter, after the signed-in owner's drafts. */
export function useMatrix(): { filter: ReturnType<typeof useMatrixFilter>; list: List<AgentSummary> } {
  const api = useApi()
  const here = useHere()
  const filter = useMatrixFilter()
  const asked = askableFilter(filter.filter)
  const owner = here.state === 'signed-in' ? here.address : ''
  const published = useListQuery(agentListQuery(api, asked))
  const drafts = useQuery({
    ...myDraftsQuery(api, owner, draftsAskedFor(asked)),
    enabled: owner !== '',
    placeholderData: ofSameOwner(owner),
  })
  const own = owner && drafts.data ? drafts.data : []
  const { tag } = asked
  const tagged = tag === undefined ? own : own.filter(({ capabilities }) => capabilities.includes(tag))
  const agents = [...tagged, ...(published.data ?? [])]
  // An agent that is published while the matrix is open may be in both lists for a moment.
  const once = new Map(agents.map((agent) => [agent.id, agent]))
  return { filter, list: listOf(published, [...once.values()]) }
}

/**
 * It is in the address, so that a link reproduces it. Typing replaces the history entry after a short pause; choosing a
 * category adds one, so that Back undoes it.
 */
function useMatrixFilter() {
  const [search, setSearch] = useSearchParams()
  const filter = readFilter(search)
  // The current address instead of the rendered one: a pause may end much later.
  const address = () => new URLSearchParams(window.location.search)
  const write = (query: string, category: Category | undefined, replace: boolean) => {
    const { category: _, ...others } = readFilter(address())
    setSearch(writeFilter(address(), { ...others, query, ...(category && { category }) }), { replace })
  }
  const { settle, clear, ...typed } = useTypedSearch(filter.query ?? '', (text) =>
    write(text, readFilter(address()).category, true),
  )

  return {
    ...typed,
    filter,
    problem: searchProblem(filter.query ?? ''),
    /** Whether the list is filtered. */
    narrows: Object.values(narrowing(filter)).some((part) => part !== undefined),
    /** Section 2: choosing the selected category clears it. */
    toggleCategory: (category: Category) => {
      settle(typed.text)
      // What was typed is in the entry before, so that Back takes the category alone.
      if (typed.text.trim() !== (filter.query ?? '')) write(typed.text, filter.category, true)
      write(typed.text, filter.category === category ? undefined : category, false)
    },
    clear: () => {
      clear()
      setSearch(writeFilter(address(), { ...(filter.order && { order: filter.order }) }))
    },
  }
}
