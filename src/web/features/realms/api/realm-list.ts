import { infiniteQueryOptions } from '@tanstack/react-query'
import type { RealmPage } from '../../../../shared/realms/realms.ts'
import { type Api, unwrap } from '../../../lib/http/api.ts'

/** Every question about realms begins with it. */
export const realmsKey = ['realms'] as const

/** Begins every question for the list, whatever is searched for. */
export const realmListsKey = [...realmsKey, 'list'] as const

/** Realms, newest first, page by page. @param query what name or description has to contain; all realms where it is empty */
export function realmListQuery(api: Api, query: string) {
  return infiniteQueryOptions({
    queryKey: [...realmListsKey, query],
    queryFn: ({ pageParam, signal }): Promise<RealmPage> =>
      unwrap(
        api.realms.$get(
          { query: { ...(query && { query }), ...(pageParam && { cursor: pageParam }) } },
          { init: { signal } },
        ),
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  })
}
