import { queryOptions } from '@tanstack/react-query'
import type { RealmDetail } from '../../../../shared/realms/realms.ts'
import { type Api, isMissing, unwrap } from '../../../lib/http/api.ts'

export const realmsKey = ['realms'] as const

export const realmListsKey = [...realmsKey, 'list'] as const

/** Null if the id matches none. Any other error is thrown (section 8). */
export function realmQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: [...realmsKey, 'one', id],
    queryFn: async ({ signal }): Promise<RealmDetail | null> => {
      try {
        return await unwrap(api.realms[':id'].$get({ param: { id } }, { init: { signal } }))
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
  })
}
