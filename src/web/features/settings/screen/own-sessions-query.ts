import { queryOptions } from '@tanstack/react-query'
import { type Api, unwrap } from '../../../lib/http/api.ts'

export const ownSessionsKey = ['own sessions'] as const

const REFRESH_MS = 30_000

export const ownSessionsQuery = (api: Api, owner: string) =>
  queryOptions({
    queryKey: [...ownSessionsKey, owner],
    queryFn: async ({ signal }) => (await unwrap(api.me.sessions.$get({}, { init: { signal } }))).sessions,
    refetchInterval: REFRESH_MS,
  })
