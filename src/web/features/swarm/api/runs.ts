import { queryOptions } from '@tanstack/react-query'
import type { SwarmRun, SwarmSummary } from '../../../../shared/swarm/swarm.ts'
import { lastUsedFirst, refetchWhile } from '../../../blocks/list/list-data.ts'
import { listQuery } from '../../../blocks/list/list-query.ts'
import { type List, useList } from '../../../blocks/list/list-state.ts'
import { type Api, ApiError, unwrap, useApi } from '../../../lib/http/api.ts'

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

/** How often a list is asked for again in which a run is going on, while somebody looks, in milliseconds. */
const LIVE_MS = 4_000

/** The runs of a wallet, last used first, page by page. */
export function runListQuery(api: Api, viewer: string) {
  return listQuery<SwarmSummary>(
    [...runListsKey, viewer],
    async (page, options) => {
      const { runs, nextCursor } = await unwrap(api.swarm.runs.$get({ query: page }, options))
      return { items: runs, nextCursor }
    },
    { refetchInterval: refetchWhile(isRunning, LIVE_MS) },
  )
}

export const isRunning = ({ state }: Pick<SwarmSummary, 'state'>) => state === 'running'

/** The runs of a wallet, last used first. @param viewer undefined while it is not known whose they would be */
export function useRunList(viewer: string | null | undefined): List<SwarmSummary> {
  const owner = viewer ?? undefined
  return useList(runListQuery(useApi(), owner ?? ''), { owner, arrange: lastUsedFirst })
}
