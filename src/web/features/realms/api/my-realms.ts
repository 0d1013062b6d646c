import { infiniteQueryOptions } from '@tanstack/react-query'
import type { RealmPage } from '../../../../shared/realms/realms.ts'
import { type Api, unwrap } from '../../../lib/http/api.ts'
import { realmListsKey } from './realm-list.ts'

/**
 * The realms that a wallet made or takes part in, unlisted ones included, newest first, page by page.
 * @param viewer whose they are; what one wallet was answered is never another's
 */
export function myRealmsQuery(api: Api, viewer: string, query: string) {
  return infiniteQueryOptions({
    queryKey: [...realmListsKey, { of: viewer }, query] as const,
    queryFn: ({ pageParam, signal }): Promise<RealmPage> =>
      unwrap(
        api.me.realms.$get(
          { query: { ...(query && { query }), ...(pageParam && { cursor: pageParam }) } },
          { init: { signal } },
        ),
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  })
}
