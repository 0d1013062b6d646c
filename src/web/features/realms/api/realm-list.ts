import { listQuery } from '../../../blocks/list/list-query.ts'
import { type Api, unwrap } from '../../../lib/http/api.ts'
import { realmListsKey } from './realm.ts'

/** What narrows the list of realms. Absent parts narrow nothing. */
export interface RealmFilter {
  /** What name or description has to contain. */
  query?: string
  /** The wallet that made them. */
  maker?: string
}

/** Listed realms, newest first, page by page. */
export function realmListQuery(api: Api, { query, maker }: RealmFilter) {
  const filter = { ...(query && { query }), ...(maker && { maker }) }
  return listQuery([...realmListsKey, filter], async (page, options) => {
    const { realms, nextCursor } = await unwrap(api.realms.$get({ query: { ...filter, ...page } }, options))
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
