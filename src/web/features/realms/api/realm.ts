import { queryOptions } from '@tanstack/react-query'
import type { RealmDetail } from '../../../../shared/realms/realms.ts'
import { type Api, ApiError, unwrap } from '../../../lib/http/api.ts'

/** Every question about realms begins with it. */
export const realmsKey = ['realms'] as const

/** Begins every question for the list, whatever is searched for. */
export const realmListsKey = [...realmsKey, 'list'] as const

/** What one realm shows, or null where the id matches none. Any other failure is thrown, as section 8 asks. */
export function realmQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: [...realmsKey, 'one', id],
    queryFn: async ({ signal }): Promise<RealmDetail | null> => {
      try {
        return await unwrap(api.realms[':id'].$get({ param: { id } }, { init: { signal } }))
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
  })
}
