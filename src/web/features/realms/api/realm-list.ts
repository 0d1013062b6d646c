import { listQuery } from '../../../blocks/list/list-query.ts'
import { type Api, unwrap } from '../../../lib/http/api.ts'
import { realmListsKey } from './realm.ts'

/** A missing field does not filter. */
interface RealmFilter {
  /** A text that the name or the description must contain. */
  query?: string
  maker?: string
}

export function realmListQuery(api: Api, { query, maker }: RealmFilter) {
  const filter = { ...(query && { query }), ...(maker && { maker }) }
  return listQuery([...realmListsKey, filter], async (page, options) => {
    const { realms, nextCursor } = await unwrap(api.realms.$get({ query: { ...filter, ...page } }, options))
    return { items: realms, nextCursor }
  })
}

/**
 * Includes unlisted realms, newest first.
 * @param viewer part of the key, so that another wallet's data is never shown
 */
export function myRealmsQuery(api: Api, viewer: string, query: string) {
  return listQuery([...realmListsKey, viewer, query], async (page, options) => {
    const { realms, nextCursor } = await unwrap(
      api.me.realms.$get({ query: { ...(query && { query }), ...page } }, options),
    )
    return { items: realms, nextCursor }
  })
}
