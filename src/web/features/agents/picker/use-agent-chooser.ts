import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTypedSearch } from '../../../lib/hooks/use-typed-search.ts'
import { useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { findAgentQuery } from '../../../lib/http/find-agent-query.ts'
import { type MorePages, morePages } from '../../../lib/http/more-pages.ts'
import { useViewer } from '../../../lib/session/viewer.ts'
import { agentListQuery } from '../api/agent-list.ts'
import { myMatchesQuery } from '../api/my-agents.ts'
import { askableFilter, filterProblem } from '../matrix/matrix-filter.ts'
import { type ChoosableAgent, choosableAgents, idInSearch } from './choosable-agents.ts'

/** What there is to choose from. */
export type Choice =
  | { state: 'loading' }
  | { state: 'failed'; problem: string; retry: () => void }
  | { state: 'empty' }
  | {
      state: 'full'
      own: readonly ChoosableAgent[]
      listed: readonly ChoosableAgent[]
      refreshing: boolean
      more: MorePages | undefined
    }

/** All agents that the reader can see: the public ones, their own, and any of which they have the link. */
export function useAgentChooser() {
  const api = useApi()
  const viewer = useViewer()
  const [query, setQuery] = useState('')
  const { settle: _, ...search } = useTypedSearch(query, (text) => setQuery(text.trim()))
  const filter = query ? { query } : {}
  const asked = askableFilter(filter)
  const linked = idInSearch(query)
  const byLink = useQuery({
    ...findAgentQuery(api, linked ?? '', viewer ?? null),
    enabled: linked !== undefined,
  })
  const own = useQuery({
    ...myMatchesQuery(api, viewer ?? '', asked),
    enabled: Boolean(viewer) && linked === undefined,
    placeholderData: keepPreviousData,
  })
  const listed = useInfiniteQuery({
    ...agentListQuery(api, asked),
    enabled: linked === undefined,
    placeholderData: keepPreviousData,
  })
  const list = listChoice(listed, own)
  return {
    search,
    query,
    problem: filterProblem(filter),
    choice: linked === undefined ? list : linkChoice(byLink, list),
  }
}

type Asked<Data> = Pick<
  ReturnType<typeof useQuery<Data>>,
  'data' | 'error' | 'refetch' | 'isPlaceholderData' | 'isLoading'
>

/** What a link leads to; until that is known, what was there before stays, so that no row goes from under a press. */
function linkChoice(asked: Asked<ChoosableAgent | null>, before: Choice): Choice {
  const { data, error } = asked
  if (data) return { state: 'full', own: [], listed: [data], refreshing: false, more: undefined }
  if (data === null) return { state: 'empty' }
  if (error) return failed(error, asked.refetch)
  return before.state === 'full' ? { ...before, refreshing: true, more: undefined } : { state: 'loading' }
}

function listChoice(
  listed: Omit<ReturnType<typeof useInfiniteQuery>, 'data'> & {
    data: { pages: { agents: Parameters<typeof choosableAgents>[1] }[] } | undefined
  },
  own: Asked<Parameters<typeof choosableAgents>[0] | undefined>,
): Choice {
  const { data, error } = listed
  if (!data) return error ? failed(error, listed.refetch) : { state: 'loading' }
  if (own.isLoading) return { state: 'loading' }
  const found = choosableAgents(
    own.data ?? [],
    data.pages.flatMap((page) => page.agents),
  )
  const refreshing = listed.isPlaceholderData || own.isPlaceholderData
  if (found.own.length + found.listed.length === 0)
    return refreshing ? { state: 'loading' } : { state: 'empty' }
  return { state: 'full', ...found, refreshing, more: morePages(listed) }
}

function failed(error: unknown, retry: () => unknown): Choice {
  return { state: 'failed', problem: explainError(error), retry: () => void retry() }
}
