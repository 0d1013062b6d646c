import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { StoredBrief } from '../../../../shared/social.ts'
import { useApi } from '../../../lib/api.ts'
import { explainError } from '../../../lib/explain-error.ts'
import { type MorePages, morePages } from '../../../lib/more-pages.ts'
import { briefListQuery } from '../api/briefs.ts'
import { listedBriefs } from '../desk/brief-pages.ts'

/** What stands where kept briefs are listed. */
export type BriefList =
  | { state: 'loading' }
  | { state: 'failed'; problem: string; retry: () => void }
  | { state: 'empty' }
  | {
      state: 'full'
      briefs: StoredBrief[]
      more: MorePages | undefined
    }

/**
 * What a wallet has kept, last first.
 * @param viewer undefined while it is not known whose they would be
 */
export function useBriefList(viewer: string | undefined): BriefList {
  const asked = useInfiniteQuery({
    ...briefListQuery(useApi(), viewer ?? ''),
    enabled: viewer !== undefined,
  })
  const { data, error } = asked
  const briefs = useMemo(() => listedBriefs(data?.pages ?? []), [data])
  if (!data)
    return error
      ? { state: 'failed', problem: explainError(error), retry: () => void asked.refetch() }
      : { state: 'loading' }
  if (briefs.length === 0 && !asked.hasNextPage) return { state: 'empty' }
  return { state: 'full', briefs, more: morePages(asked) }
}
