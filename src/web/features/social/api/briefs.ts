import { queryOptions } from '@tanstack/react-query'
import type { KeptBrief, StoredBrief } from '../../../../shared/social.ts'
import { listQuery } from '../../../blocks/list/list-query.ts'
import { type Api, ApiError, unwrap } from '../../../lib/http/api.ts'

export const briefsKey = ['briefs'] as const
export const briefListsKey = [...briefsKey, 'list'] as const

/** Null if this wallet has none with that id. @param viewer only the owner can read it */
export const briefQuery = (api: Api, viewer: string, id: string) =>
  queryOptions({
    queryKey: [...briefsKey, 'one', viewer, id],
    queryFn: async ({ signal }): Promise<StoredBrief | null> => {
      try {
        return await unwrap(api.me.briefs[':id'].$get({ param: { id } }, { init: { signal } }))
      } catch (error) {
        // The server refuses a malformed id with 422.
        if (error instanceof ApiError && (error.status === 404 || error.status === 422)) return null
        throw error
      }
    },
    // The brief may have been edited in another tab.
    refetchOnWindowFocus: 'always',
  })

/** Query for a wallet's briefs, last stored first, in pages. */
export const briefListQuery = (api: Api, viewer: string) =>
  listQuery([...briefListsKey, viewer], async (page, options) => {
    const { briefs, nextCursor } = await unwrap(api.me.briefs.$get({ query: page }, options))
    return { items: briefs, nextCursor }
  })

/** The maximum length, in UTF-16 units, of a body sent with `keepalive`, which browsers limit to 64 KB. */
const KEPT_ALIVE = 20_000

/**
 * The request completes even if the page is closed meanwhile.
 * @throws {ApiError} `conflict` if it was stored from elsewhere since
 */
export function keepBrief(api: Api, id: string, brief: KeptBrief): Promise<StoredBrief> {
  const keepalive = JSON.stringify(brief).length < KEPT_ALIVE
  return unwrap(api.me.briefs[':id'].$put({ param: { id }, json: brief }, { init: { keepalive } }))
}

/** Deletes a brief with its drafts; within ten seconds `restoreBrief` undoes it. @throws {ApiError} */
export async function deleteBrief(api: Api, id: string): Promise<void> {
  await unwrap(api.me.briefs[':id'].$delete({ param: { id } }))
}

/** @throws {ApiError} `undo_expired` when the time has run out */
export async function restoreBrief(api: Api, id: string): Promise<void> {
  await unwrap(api.me.briefs[':id'].restore.$post({ param: { id } }))
}
