import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { SourceList, SourceState } from '../../../../shared/knowledge/sources.ts'
import { type Api, unwrap } from '../../../lib/http/api.ts'
import { agentKey } from '../api/agent.ts'

/** How often it is asked how far documents are read in, in milliseconds. */
const READING_MS = 1_000

const sourcesKey = (agentId: string) => [...agentKey(agentId), 'sources'] as const

/** The documents of an own agent; asked again while one of them is being read in, whoever began that, and when. */
export const sourcesQuery = (api: Api, agentId: string) =>
  queryOptions({
    queryKey: sourcesKey(agentId),
    queryFn: ({ signal }): Promise<SourceList> =>
      unwrap(api.agents[':id'].sources.$get({ param: { id: agentId } }, { init: { signal } })),
    refetchInterval: ({ state }) =>
      state.data?.sources.some((source) => isBeingRead(source.state)) ? READING_MS : false,
  })

/** Asks again for an agent's documents, and for whatever says that it has some. */
export const invalidateSources = (queryClient: QueryClient, agentId: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: agentKey(agentId) })

/** Whether a document is still on its way to be found in. */
export function isBeingRead({ kind }: SourceState): boolean {
  return kind === 'waiting' || kind === 'reading'
}

/** What an agent finds in its documents, as its replies would. */
export const searchQuery = (api: Api, agentId: string, query: string) =>
  queryOptions({
    queryKey: [...sourcesKey(agentId), 'search', query],
    queryFn: async ({ signal }) => {
      const param = { id: agentId }
      const search = api.agents[':id'].sources.search
      return (await unwrap(search.$get({ param, query: { query } }, { init: { signal } }))).passages
    },
    enabled: query !== '',
  })
