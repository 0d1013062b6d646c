import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { limits } from '../../../../shared/common/limits.ts'
import type { RealmMessage, RealmMessagePage } from '../../../../shared/realms/realm-messages.ts'
import { type Api, unwrap } from '../../../lib/http/api.ts'
import { learn, learnPage, newestLog, newestNumber, type RealmLog } from '../log/realm-log.ts'
import { realmQuery, realmsKey } from './realm.ts'

/** The maximum number of later pages that are requested without the socket. */
const LATER_PAGES = 4

/** It starts with the newest page. Then the socket delivers what is new, so it is never refetched automatically. */
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
    // Unchanged parts already are the same objects.
    structuralSharing: false,
  })
}

/** Requests a page of messages: the newest, or those before or after a number. @throws {ApiError} */
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

/** Merges messages that only this page received, such as the response to its own request. */
export function mergeMessages(
  client: QueryClient,
  api: Api,
  id: string,
  messages: readonly RealmMessage[],
): void {
  client.setQueryData(realmLogQuery(api, id).queryKey, (log) => log && learn(log, messages))
  addSpeakers(client, api, id, messages)
}

/** Sending joins a realm (decision 22), so no refetch is necessary. */
export function addSpeakers(
  client: QueryClient,
  api: Api,
  id: string,
  messages: readonly RealmMessage[],
): void {
  client.setQueryData(realmQuery(api, id).queryKey, (realm) => {
    // A removal changes a message, but nobody speaks; its author may have left since.
    const speakers = messages.flatMap(({ kind, author, removed, withheld }) =>
      kind === 'said' && !removed && !withheld ? [author] : [],
    )
    const known = realm?.participants ?? []
    const participants = [...new Set([...known, ...speakers])].slice(
      0,
      Math.max(known.length, limits.realmParticipants),
    )
    return realm && participants.length > known.length ? { ...realm, participants } : realm
  })
}

/** Requests the messages after the newest one shown. @throws {ApiError} */
export async function askLater(client: QueryClient, api: Api, id: string): Promise<void> {
  for (let pages = 0; pages < LATER_PAGES; pages++) {
    const log = client.getQueryData(realmLogQuery(api, id).queryKey)
    if (!log) return
    const page = await askPage(api, id, { after: newestNumber(log) })
    mergeMessages(client, api, id, page.messages)
    if (!page.hasMore) return
  }
}
