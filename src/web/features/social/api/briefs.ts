import { queryOptions } from '@tanstack/react-query'
import type { KeptBrief, StoredBrief } from '../../../../shared/social.ts'
import { listQuery } from '../../../blocks/list/list-query.ts'
import { type Api, ApiError, unwrap } from '../../../lib/http/api.ts'

/** Every question about kept briefs begins with it. */
export const briefsKey = ['briefs'] as const
/** Begins every list of them. */
export const briefListsKey = [...briefsKey, 'list'] as const

/**
 * One kept brief, or null where this wallet has none of that id.
 * @param viewer the wallet of the session: what is there is its alone
 */
export const briefQuery = (api: Api, viewer: string, id: string) =>
  queryOptions({
    queryKey: [...briefsKey, 'one', viewer, id],
    queryFn: async ({ signal }): Promise<StoredBrief | null> => {
      try {
        return await unwrap(api.me.briefs[':id'].$get({ param: { id } }, { init: { signal } }))
      } catch (error) {
        // 422: the address has no id in it at all.
        if (error instanceof ApiError && (error.status === 404 || error.status === 422)) return null
        throw error
      }
    },
    // Somebody may have gone on with it in another tab.
    refetchOnWindowFocus: 'always',
  })

/** What a wallet has kept, stored last first, page by page. */
export const briefListQuery = (api: Api, viewer: string) =>
  listQuery([...briefListsKey, viewer], async (page, options) => {
    const { briefs, nextCursor } = await unwrap(api.me.briefs.$get({ query: page }, options))
    return { items: briefs, nextCursor }
  })

/** So many UTF-16 units are surely less than the 64 KB that may outlive a page. */
const KEPT_ALIVE = 20_000

/** Keeps a brief as it is now, also where its page is closed meanwhile. @throws {ApiError} `conflict` where somebody else has stored it since */
export function keepBrief(api: Api, id: string, brief: KeptBrief): Promise<StoredBrief> {
  const keepalive = JSON.stringify(brief).length < KEPT_ALIVE
  return unwrap(api.me.briefs[':id'].$put({ param: { id }, json: brief }, { init: { keepalive } }))
}

/** Deletes a brief with its drafts; for ten seconds `restoreBrief` brings it back. @throws {ApiError} */
export async function deleteBrief(api: Api, id: string): Promise<void> {
  await unwrap(api.me.briefs[':id'].$delete({ param: { id } }))
}

/** Undoes a deletion. @throws {ApiError} `undo_expired` when the time has run out */
export async function restoreBrief(api: Api, id: string): Promise<void> {
  await unwrap(api.me.briefs[':id'].restore.$post({ param: { id } }))
}
