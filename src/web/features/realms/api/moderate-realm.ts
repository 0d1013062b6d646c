import type { QueryClient } from '@tanstack/react-query'
import type { RealmModeration } from '../../../../shared/realms/moderation.ts'
import { type Api, unwrap } from '../../../lib/http/api.ts'
import { mergeMessages } from './realm-log.ts'

/** Who is muted or banned, and the held words: for the creator alone. */
export const readModeration = (api: Api, id: string, signal: AbortSignal): Promise<RealmModeration> =>
  unwrap(api.realms[':id'].moderation.$get({ param: { id } }, { init: { signal } }))

const PAGES = 20

/**
 * Brings held messages into the log, where they stand without words: the viewer's own, for the creator all of them.
 * @param from the number of the first one; the log takes only what it shows
 * @returns the number of the last one
 */
export async function bringHeld(
  { api, client, id, from }: { api: Api; client: QueryClient; id: string; from: number },
  signal: AbortSignal,
): Promise<number> {
  let after = Math.max(0, from - 1)
  for (let page = 0; page < PAGES; page++) {
    const { messages, hasMore } = await unwrap(
      api.realms[':id'].held.$get({ param: { id }, query: { after: `${after}` } }, { init: { signal } }),
    )
    mergeMessages(client, api, id, messages)
    after = messages.at(-1)?.number ?? after
    if (!hasMore) break
  }
  return after
}

/** @throws {ApiError} */
export async function letThrough(api: Api, id: string, messageId: string): Promise<void> {
  await unwrap(api.realms[':id'].held[':messageId']['let-through'].$post({ param: { id, messageId } }))
}

export type KeepingOut = 'remove' | 'mute' | 'ban'

/**
 * Removes, mutes or bans somebody in the viewer's own realm.
 * @param hours undefined for until it is lifted
 * @throws {ApiError}
 */
export async function keepOut(
  api: Api,
  {
    id,
    wallet,
    how,
    hours,
  }: { id: string; wallet: string; how: KeepingOut; hours?: 1 | 24 | 168 | undefined },
): Promise<void> {
  const realm = api.realms[':id']
  const param = { id, wallet }
  const query = hours === undefined ? {} : { hours: `${hours}` as const }
  switch (how) {
    case 'remove':
      await unwrap(realm.participants[':wallet'].$delete({ param }))
      return
    case 'mute':
      await unwrap(realm.mutes[':wallet'].$put({ param, query }))
      return
    case 'ban':
      await unwrap(realm.bans[':wallet'].$put({ param, query }))
  }
}

/** @throws {ApiError} */
export async function letBack(api: Api, id: string, wallet: string, from: 'mutes' | 'bans'): Promise<void> {
  await unwrap(api.realms[':id'][from][':wallet'].$delete({ param: { id, wallet } }))
}
