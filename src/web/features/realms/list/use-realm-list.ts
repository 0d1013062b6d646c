import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { Realm } from '../../../../shared/realms.ts'
import { ApiError, useApi } from '../../../lib/api.ts'
import { explainError } from '../../../lib/explain-error.ts'
import { realmListQuery } from '../api/realm-list.ts'

/** What the screen shows below its search. */
export type RealmList =
  | { state: 'loading' }
  | { state: 'failed'; problem: string; retry: () => void }
  | { state: 'empty' }
  | { state: 'full'; realms: Realm[]; refreshing: boolean; more: MoreRealms | undefined }

/** The pages that are still to come. */
interface MoreRealms {
  load: () => void
  loading: boolean
  problem: string | undefined
}

/** @param query what name or description has to contain */
export function useRealmList(query: string): RealmList {
  const asked = useInfiniteQuery({
    ...realmListQuery(useApi(), query),
    placeholderData: keepPreviousData,
  })
  const { data, error } = asked
  if (!data)
    return error
      ? { state: 'failed', problem: explainError(error), retry: () => void asked.refetch() }
      : { state: 'loading' }
  const realms = data.pages.flatMap((page) => page.realms)
  const refreshing = asked.isPlaceholderData
  if (realms.length === 0) return refreshing ? { state: 'loading' } : { state: 'empty' }
  const failed = asked.isFetchNextPageError
  const more = asked.hasNextPage && {
    // A cursor that the server no longer takes can't be tried again; the pages so far are asked anew.
    load: () =>
      void (failed && error instanceof ApiError && error.problem?.code === 'cursor_invalid'
        ? asked.refetch()
        : asked.fetchNextPage()),
    loading: asked.isFetchingNextPage,
    problem: failed && error ? explainError(error) : undefined,
  }
  return { state: 'full', realms, refreshing, more: more || undefined }
}
