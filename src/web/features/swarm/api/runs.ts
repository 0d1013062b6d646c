import { queryOptions } from '@tanstack/react-query'
import type { SwarmRun, SwarmSummary } from '../../../../shared/swarm/swarm.ts'
import { lastUsedFirst } from '../../../blocks/list/list-data.ts'
import { listQuery } from '../../../blocks/list/list-query.ts'
import { type List, useList } from '../../../blocks/list/list-state.ts'
import { type Api, ApiError, unwrap, useApi } from '../../../lib/http/api.ts'

export const runsKey = ['swarm'] as const
export const runListsKey = [...runsKey, 'list'] as const

/**
 * Null if it does not exist for the viewer.
 * @param viewer null for a visitor; only its owner can read a run that is not shared
 */
export const runQuery = (api: Api, viewer: string | null, id: string) =>
  queryOptions({
    queryKey: [...runsKey, 'one', viewer, id],
    queryFn: async ({ signal }): Promise<SwarmRun | null> => {
      try {
        return await unwrap(api.swarm.runs[':id'].$get({ param: { id } }, { init: { signal } }))
      } catch (error) {
        // The server refuses a malformed id with 422.
        if (error instanceof ApiError && (error.status === 404 || error.status === 422)) return null
        throw error
      }
    },
    // Its owner may have continued it, or stopped sharing it.
    refetchOnWindowFocus: 'always',
  })

/** The refetch interval of a list while one of its runs is running, in milliseconds. */
const LIVE_MS = 4_000

/** Query for the runs of a wallet, last used first, in pages. */
export function runListQuery(api: Api, viewer: string) {
  return listQuery<SwarmSummary>(
    [...runListsKey, viewer],
    async (page, options) => {
      const { runs, nextCursor } = await unwrap(api.swarm.runs.$get({ query: page }, options))
      return { items: runs, nextCursor }
    },
    { polling: { isChanging: isRunning, every: LIVE_MS } },
  )
}

export const isRunning = ({ state }: Pick<SwarmSummary, 'state'>) => state === 'running'

/** @param viewer undefined while the owner is not known */
export function useRunList(viewer: string | null | undefined): List<SwarmSummary> {
  const owner = viewer ?? undefined
  return useList(runListQuery(useApi(), owner ?? ''), { owner, arrange: lastUsedFirst })
}
