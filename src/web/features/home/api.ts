import { queryOptions } from '@tanstack/react-query'
import { type Api, unwrap } from '../../lib/http/api.ts'

/** The refetch interval of the home screen while it is visible, in milliseconds. */
const ASK_AGAIN_MS = 30_000

export const homeQuery = (api: Api) =>
  queryOptions({
    queryKey: ['home'],
    queryFn: ({ signal }) => unwrap(api.home.$get({}, { init: { signal } })),
    refetchInterval: ASK_AGAIN_MS,
  })
