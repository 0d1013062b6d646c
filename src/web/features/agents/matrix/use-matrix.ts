import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Category } from '../../../../shared/agents/agent-defaults.ts'
import type { AgentSummary } from '../../../../shared/agents/agents.ts'
import { useTypedSearch } from '../../../lib/hooks/use-typed-search.ts'
import { useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { type MorePages, morePages } from '../../../lib/http/more-pages.ts'
import { useSearchParams } from '../../../lib/router/router.tsx'
import { useHere } from '../../../lib/session/viewer.ts'
import { agentListQuery } from '../api/agent-list.ts'
import { myDraftsQuery } from '../api/my-agents.ts'
import { askableFilter, filterProblem, readFilter, writeFilter } from './matrix-filter.ts'

/** What the matrix shows below its filter. */
export type MatrixList =
  | { state: 'loading' }
  | { state: 'failed'; problem: string; retry: () => void }
  | { state: 'empty' }
  | { state: 'full'; agents: AgentSummary[]; refreshing: boolean; more: MorePages | undefined }

/** The public list under the address's filter, with the signed-in owner's drafts before it. */
export function useMatrix() {
  const api = useApi()
  const here = useHere()
  const filter = useMatrixFilter()
  const asked = askableFilter(filter.filter)
  const owner = here.state === 'signed-in' ? here.address : ''
  const published = useInfiniteQuery({
    ...agentListQuery(api, asked),
    placeholderData: keepPreviousData,
  })
  const drafts = useQuery({
    ...myDraftsQuery(api, owner, asked),
    enabled: owner !== '',
    // Another wallet's drafts are never a stand-in.
    placeholderData: (previous, query) => (query?.queryKey[2] === owner ? previous : undefined),
  })
  return { filter, list: listOf(published, owner ? (drafts.data ?? []) : []) }
}

type Published = Pick<
  ReturnType<typeof useInfiniteQuery<{ agents: AgentSummary[] }, Error>>,
  | 'isPlaceholderData'
  | 'hasNextPage'
  | 'isFetchingNextPage'
  | 'isFetchNextPageError'
  | 'error'
  | 'refetch'
  | 'fetchNextPage'
> & { data: { pages: { agents: AgentSummary[] }[] } | undefined }

function listOf(published: Published, drafts: AgentSummary[]): MatrixList {
  const { data, error } = published
  if (!data)
    return error
      ? { state: 'failed', problem: explainError(error), retry: () => void published.refetch() }
      : { state: 'loading' }
  // An agent that is published while the matrix is open may stand in both for a moment.
  const agents = [
    ...new Map(
      [...drafts, ...data.pages.flatMap((page) => page.agents)].map((agent) => [agent.id, agent]),
    ).values(),
  ]
  const refreshing = published.isPlaceholderData
  if (agents.length === 0) return refreshing ? { state: 'loading' } : { state: 'empty' }
  return { state: 'full', agents, refreshing, more: morePages(published) }
}

/**
 * The filter lives in the address, so that a link reproduces it. Typing replaces the address after a short pause;
 * choosing a category is a step that Back undoes.
 */
function useMatrixFilter() {
  const [search, setSearch] = useSearchParams()
  const filter = readFilter(search)
  // What stands in the address now, not when this was rendered: a pause may end much later.
  const address = () => new URLSearchParams(window.location.search)
  const write = (query: string, category: Category | undefined, replace: boolean) =>
    setSearch(writeFilter(address(), { query, ...(category && { category }) }), { replace })
  const { settle, clear, ...typed } = useTypedSearch(filter.query ?? '', (text) =>
    write(text, readFilter(address()).category, true),
  )

  return {
    ...typed,
    filter,
    problem: filterProblem(filter),
    /** Whether anything narrows the list. */
    narrows: filter.query !== undefined || filter.category !== undefined,
    /** Section 2: choosing the chosen category clears it. */
    toggleCategory: (category: Category) => {
      settle(typed.text)
      write(typed.text, filter.category === category ? undefined : category, false)
    },
    clear: () => {
      clear()
      write('', undefined, false)
    },
  }
}
