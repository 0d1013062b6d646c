import { queryOptions } from '@tanstack/react-query'
import { type Api, unwrap } from '../../lib/http/api.ts'

export const ownSessionsKey = ['own sessions'] as const

/** How often the list is asked for anew while it is looked at, in milliseconds. */
const REFRESH_MS = 30_000

/** The living sessions of the wallet whose session this browser has. */
export const ownSessionsQuery = (api: Api, owner: string) =>
  queryOptions({
    queryKey: [...ownSessionsKey, owner],
    queryFn: async ({ signal }) => (await unwrap(api.me.sessions.$get({}, { init: { signal } }))).sessions,
    refetchInterval: REFRESH_MS,
  })
