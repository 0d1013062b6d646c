import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { FoundPassages, SourceList, SourceState } from '../../../../shared/knowledge/sources.ts'
import { type Api, unwrap } from '../../../lib/http/api.ts'
import { agentKey } from '../api/agent.ts'

/** The refetch interval while documents are being processed, in milliseconds. */
const READING_MS = 1_000

export const sourcesKey = (agentId: string) => [...agentKey(agentId), 'sources'] as const

/** Query for the documents of an own agent; refetched at intervals while one of them is being processed. */
export const sourcesQuery = (api: Api, agentId: string) =>
  queryOptions({
    queryKey: sourcesKey(agentId),
    queryFn: ({ signal }): Promise<SourceList> =>
      unwrap(api.agents[':id'].sources.$get({ param: { id: agentId } }, { init: { signal } })),
    refetchInterval: ({ state }) =>
      state.data?.sources.some((source) => isBeingRead(source.state)) ? READING_MS : false,
  })

/** Refetches an agent's documents and everything that depends on whether it has any. */
export const invalidateSources = (queryClient: QueryClient, agentId: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: agentKey(agentId) })

/** Whether a document can't be searched yet because it is being processed. */
export function isBeingRead({ kind }: SourceState): boolean {
  return kind === 'waiting' || kind === 'reading'
}

/** Query for the passages that an agent finds for a question, ranked as for a reply. */
export const searchQuery = (api: Api, agentId: string, query: string) =>
  queryOptions({
    queryKey: [...sourcesKey(agentId), 'search', query],
    queryFn: ({ signal }): Promise<FoundPassages> => {
      const param = { id: agentId }
      const search = api.agents[':id'].sources.search
      return unwrap(search.$get({ param, query: { query } }, { init: { signal } }))
    },
    enabled: query !== '',
  })
