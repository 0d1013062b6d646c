import { queryOptions } from '@tanstack/react-query'
import { type Api, unwrap } from '../../../lib/http/api.ts'

export const ownSessionsKey = ['own sessions'] as const

/** The refetch interval of the list while it is shown, in milliseconds. */
const REFRESH_MS = 30_000

/** Query for the active sessions of the wallet of this browser's session. */
export const ownSessionsQuery = (api: Api, owner: string) =>
  queryOptions({
    queryKey: [...ownSessionsKey, owner],
    queryFn: async ({ signal }) => (await unwrap(api.me.sessions.$get({}, { init: { signal } }))).sessions,
    refetchInterval: REFRESH_MS,
  })
