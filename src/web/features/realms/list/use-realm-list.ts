import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ListedRealm, RealmPage } from '../../../../shared/realms/realms.ts'
import { useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { type MorePages, morePages } from '../../../lib/http/more-pages.ts'
import { myRealmsQuery } from '../api/my-realms.ts'
import { realmListQuery } from '../api/realm-list.ts'

/** What stands where a list of realms is shown. */
export type RealmList =
  | { state: 'loading' }
  | { state: 'failed'; problem: string; retry: () => void }
  | { state: 'empty' }
  | { state: 'full'; realms: ListedRealm[]; refreshing: boolean; more: MorePages | undefined }

/** Everybody's listed realms. @param query what name or description has to contain */
export function useRealmList(query: string): RealmList {
  return useShown(useInfiniteQuery({ ...realmListQuery(useApi(), query), placeholderData: keepPreviousData }))
}

/**
 * The realms that a wallet made or takes part in.
 * @param viewer undefined while it is not known whose they would be
 */
export function useMyRealms(viewer: string | undefined, query: string): RealmList {
  return useShown(
    useInfiniteQuery({
      ...myRealmsQuery(useApi(), viewer ?? '', query),
      enabled: viewer !== undefined,
      // Another wallet's realms are never a stand-in.
      placeholderData: (previous, before) => (before?.queryKey[2].of === viewer ? previous : undefined),
    }),
  )
}

function useShown(asked: UseInfiniteQueryResult<InfiniteData<RealmPage>>): RealmList {
  const { data, error } = asked
  const realms = useMemo(() => data?.pages.flatMap((page) => page.realms) ?? [], [data])
  if (!data)
    return error
      ? { state: 'failed', problem: explainError(error), retry: () => void asked.refetch() }
      : { state: 'loading' }
  const refreshing = asked.isPlaceholderData
  if (realms.length === 0) return refreshing ? { state: 'loading' } : { state: 'empty' }
  return { state: 'full', realms, refreshing, more: morePages(asked) }
}
