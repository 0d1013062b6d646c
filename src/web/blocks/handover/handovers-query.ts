import { queryOptions } from '@tanstack/react-query'
import { type Api, unwrap } from '../../lib/http/api.ts'

export const handoversKey = ['handovers'] as const

/** Milliseconds between refetches of the shown offers, which may be answered on another device. */
const REFRESH_MS = 5_000

export const handoversQuery = (api: Api, owner: string) =>
  queryOptions({
    queryKey: [...handoversKey, owner],
    queryFn: async ({ signal }) => unwrap(api.me.handovers.$get({}, { init: { signal } })),
    refetchInterval: REFRESH_MS,
  })
