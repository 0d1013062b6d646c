import { queryOptions } from '@tanstack/react-query'
import { type Api, unwrap } from '../../lib/http/api.ts'

/** All that is asked of the desk begins with it. */
export const deskKey = ['desk'] as const

/** Milliseconds between two looks at how many cases wait, while a page is visible. */
const COUNT_MS = 60_000

/** Whether whoever is here may work at the desk, and how many cases wait. @param viewer null for a visitor */
export const deskQuery = (api: Api, viewer: string | null) =>
  queryOptions({
    queryKey: [...deskKey, 'open', viewer],
    queryFn: ({ signal }) => unwrap(api.desk.$get({}, { init: { signal } })),
    refetchInterval: ({ state: { data } }) => (data?.operator ? COUNT_MS : false),
  })
