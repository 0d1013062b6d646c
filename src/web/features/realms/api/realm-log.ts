import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { limits } from '../../../../shared/common/limits.ts'
import type { RealmMessage, RealmMessagePage } from '../../../../shared/realms/realm-messages.ts'
import { type Api, unwrap } from '../../../lib/http/api.ts'
import { learn, learnPage, newestLog, newestNumber, type RealmLog } from '../log/realm-log.ts'
import { realmQuery, realmsKey } from './realm.ts'

/** Later pages that are asked for at most where the socket can't tell them. */
const LATER_PAGES = 4

/**
 * What is known of a realm's messages. It begins with the newest page; from then on the socket tells what is new, so it is
 * never asked again by itself.
 */
export function realmLogQuery(api: Api, id: string) {
  const queryKey = [...realmsKey, 'log', id]
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<RealmLog> => {
      const page = await askPage(api, id, {}, signal)
      const known = client.getQueryData<RealmLog>(queryKey)
      return known ? learnPage(known, page) : newestLog(page)
    },
    staleTime: Number.POSITIVE_INFINITY,
    // What did not change is the same object already.
    structuralSharing: false,
  })
}

/** A page of messages: the newest, or those on one side of a number. @throws {ApiError} */
export function askPage(
  api: Api,
  id: string,
  side: { before?: number; after?: number },
  signal?: AbortSignal,
): Promise<RealmMessagePage> {
  return unwrap(
    api.realms[':id'].messages.$get(
      { param: { id }, query: { ...side, limit: limits.realmMessagePage } },
      { init: signal ? { signal } : {} },
    ),
  )
}

/** Takes in messages that the server told this page alone, such as the answer to its own request. */
export function mergeMessages(
  client: QueryClient,
  api: Api,
  id: string,
  messages: readonly RealmMessage[],
): void {
  client.setQueryData(realmLogQuery(api, id).queryKey, (log) => log && learn(log, messages))
  addSpeakers(client, api, id, messages)
}

/** Sending joins (decision 22): whoever speaks is among the participants, without asking for them anew. */
export function addSpeakers(
  client: QueryClient,
  api: Api,
  id: string,
  messages: readonly RealmMessage[],
): void {
  client.setQueryData(realmQuery(api, id).queryKey, (realm) => {
    const speakers = messages.flatMap(({ kind, author }) => (kind === 'said' ? [author] : []))
    const participants = new Set([...(realm?.participants ?? []), ...speakers])
    return realm && participants.size > realm.participants.length
      ? { ...realm, participants: [...participants] }
      : realm
  })
}

/** Asks for what came after the newest message that is shown. @throws {ApiError} */
export async function askLater(client: QueryClient, api: Api, id: string): Promise<void> {
  for (let pages = 0; pages < LATER_PAGES; pages++) {
    const log = client.getQueryData(realmLogQuery(api, id).queryKey)
    if (!log) return
    const page = await askPage(api, id, { after: newestNumber(log) })
    mergeMessages(client, api, id, page.messages)
    if (!page.hasMore) return
  }
}
