import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { SwarmPage, SwarmRun } from '../../../../shared/swarm/swarm.ts'
import { type Api, ApiError, unwrap } from '../../../lib/http/api.ts'

/** Every question about runs begins with it. */
export const runsKey = ['swarm'] as const
/** Begins every list of them. */
export const runListsKey = [...runsKey, 'list'] as const

/**
 * One run with all that was said in it, or null where there is none for who asks.
 * @param viewer the wallet of the session, null for a visitor: a run that is not shared is its owner's alone
 */
export const runQuery = (api: Api, viewer: string | null, id: string) =>
  queryOptions({
    queryKey: [...runsKey, 'one', viewer, id],
    queryFn: async ({ signal }): Promise<SwarmRun | null> => {
      try {
        return await unwrap(api.swarm.runs[':id'].$get({ param: { id } }, { init: { signal } }))
      } catch (error) {
        // 422: the address has no id in it at all.
        if (error instanceof ApiError && (error.status === 404 || error.status === 422)) return null
        throw error
      }
    },
    // Its owner may have gone on with it, or taken its sharing back.
    refetchOnWindowFocus: 'always',
  })

/** The runs of a wallet, last used first, page by page. */
export const runListQuery = (api: Api, viewer: string) =>
  infiniteQueryOptions({
    queryKey: [...runListsKey, viewer],
    queryFn: ({ pageParam, signal }): Promise<SwarmPage> =>
      unwrap(api.swarm.runs.$get({ query: pageParam ? { cursor: pageParam } : {} }, { init: { signal } })),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  })
