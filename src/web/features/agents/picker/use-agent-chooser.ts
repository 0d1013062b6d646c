import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { searchProblem } from '../../../../shared/common/search-text.ts'
import { type List, listOf, useListQuery } from '../../../blocks/list/list-state.ts'
import { useTypedSearch } from '../../../lib/hooks/use-typed-search.ts'
import { useApi } from '../../../lib/http/api.ts'
import { findAgentQuery } from '../../../lib/http/find-agent-query.ts'
import { useViewer } from '../../../lib/session/viewer.ts'
import { uuidIn } from '../../../lib/uuid-in.ts'
import { agentListQuery } from '../api/agent-list.ts'
import { myMatchesQuery } from '../api/my-agents.ts'
import { type ChoosableGroup, choosableAgents } from './choosable-agents.ts'

/** All agents that the viewer can see: public ones, own ones, and any one of which they paste the link. */
export function useAgentChooser() {
  const api = useApi()
  const viewer = useViewer()
  const [query, setQuery] = useState('')
  const { settle: _, ...search } = useTypedSearch(query, (text) => setQuery(text.trim()))
  const problem = searchProblem(query)
  const asked = query && !problem ? { query } : {}
  const linked = uuidIn(query)
  const isLink = linked !== undefined
  const byLink = useQuery({ ...findAgentQuery(api, linked ?? '', viewer ?? null), enabled: isLink })
  const own = useQuery({
    ...myMatchesQuery(api, viewer ?? '', asked),
    enabled: Boolean(viewer) && !isLink,
    placeholderData: keepPreviousData,
  })
  const listed = useListQuery(agentListQuery(api, asked), { enabled: !isLink })
  const found = listOf(listed, choosableAgents(own.data ?? [], listed.data ?? []), {
    waits: own.isLoading,
    refreshing: own.isPlaceholderData,
  })
  const choice = isLink
    ? whileLoading(listOf(byLink, byLink.data ? choosableAgents([], [byLink.data]) : []), found)
    : found
  return { search, query, problem, choice }
}

/** While the agent of a link loads, the previous rows stay, so that no row moves from under the pointer. */
function whileLoading(list: List<ChoosableGroup>, before: List<ChoosableGroup>): List<ChoosableGroup> {
  if (list.state !== 'loading' || before.state !== 'full') return list
  return { ...before, refreshing: true, more: undefined }
}
