import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { SwarmPage, SwarmSummary } from '../../../../shared/swarm/swarm.ts'
import { useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { type MorePages, morePages } from '../../../lib/http/more-pages.ts'
import { runListQuery } from '../api/runs.ts'

/** How often a list is asked for again in which a run is going on, while somebody looks, in milliseconds. */
const LIVE_MS = 4_000

/** What stands where kept runs are listed. */
export type RunList =
  | { state: 'loading' }
  | { state: 'failed'; problem: string; retry: () => void }
  | { state: 'empty' }
  | {
      state: 'full'
      runs: SwarmSummary[]
      more: MorePages | undefined
    }

/**
 * The runs of a wallet, last used first.
 * @param viewer undefined while it is not known whose they would be
 */
export function useRunList(viewer: string | undefined): RunList {
  const asked = useInfiniteQuery({
    ...runListQuery(useApi(), viewer ?? ''),
    enabled: viewer !== undefined,
    refetchInterval: ({ state }) => (listedRuns(state.data?.pages ?? []).some(isRunning) ? LIVE_MS : false),
  })
  const { data, error } = asked
  const runs = useMemo(() => listedRuns(data?.pages ?? []), [data])
  if (!data)
    return error
      ? { state: 'failed', problem: explainError(error), retry: () => void asked.refetch() }
      : { state: 'loading' }
  if (runs.length === 0 && !asked.hasNextPage) return { state: 'empty' }
  return { state: 'full', runs, more: morePages(asked) }
}

export const isRunning = ({ state }: Pick<SwarmSummary, 'state'>) => state === 'running'

/** The runs of a list's pages, each once: one that was gone on with while the pages came in stands in two of them. */
export function listedRuns(pages: readonly SwarmPage[]): SwarmSummary[] {
  const listed = new Map<string, SwarmSummary>()
  for (const run of pages.flatMap((page) => page.runs)) {
    const known = listed.get(run.id)
    if (!known || known.updatedAt < run.updatedAt) listed.set(run.id, run)
  }
  return [...listed.values()].sort((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1))
}
