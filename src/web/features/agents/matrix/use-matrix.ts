import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { AgentSummary } from '../../../../shared/agents.ts'
import { useApi } from '../../../lib/api.ts'
import { explainError } from '../../../lib/explain-error.ts'
import { type MorePages, morePages } from '../../../lib/more-pages.ts'
import { useHere } from '../../../lib/viewer.ts'
import { agentListQuery } from '../api/agent-list.ts'
import { myDraftsQuery } from '../api/my-agents.ts'
import { askableFilter } from './matrix-filter.ts'
import { useMatrixFilter } from './use-matrix-filter.ts'

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
