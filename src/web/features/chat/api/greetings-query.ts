import { queryOptions } from '@tanstack/react-query'
import { type Api, unwrap } from '../../../lib/http/api.ts'

/** Query for what an agent says first to this viewer, where only its summary is known: lists have no greetings. */
export const greetingsQuery = (api: Api, agentId: string, viewer: string | null | undefined) =>
  queryOptions({
    queryKey: ['greetings', agentId, viewer ?? null],
    queryFn: async ({ signal }) =>
      (await unwrap(api.agents[':id'].$get({ param: { id: agentId } }, { init: { signal } }))).greetings ??
      [],
    staleTime: 60_000,
  })
