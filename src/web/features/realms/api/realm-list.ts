import { listQuery } from '../../../blocks/list/list-query.ts'
import { type Api, unwrap } from '../../../lib/http/api.ts'
import { realmListsKey } from './realm.ts'

/** Realms, newest first, page by page. @param query what name or description has to contain; all realms where it is empty */
export function realmListQuery(api: Api, query: string) {
  return listQuery([...realmListsKey, query], async (page, options) => {
    const { realms, nextCursor } = await unwrap(
      api.realms.$get({ query: { ...(query && { query }), ...page } }, options),
    )
    return { items: realms, nextCursor }
  })
}

/**
 * The realms that a wallet made or takes part in, unlisted ones included, newest first, page by page.
 * @param viewer whose they are; what one wallet was answered is never another's
 */
export function myRealmsQuery(api: Api, viewer: string, query: string) {
  return listQuery([...realmListsKey, viewer, query], async (page, options) => {
    const { realms, nextCursor } = await unwrap(
      api.me.realms.$get({ query: { ...(query && { query }), ...page } }, options),
    )
    return { items: realms, nextCursor }
  })
}
