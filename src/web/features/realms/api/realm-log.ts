import { queryOptions } from '@tanstack/react-query'
import { limits } from '../../../../shared/limits.ts'
import type { RealmMessagePage } from '../../../../shared/realms.ts'
import { type Api, answer } from '../../../lib/api.ts'
import { earlierLog, laterLog, mergeLogs, newestLog, type RealmLog } from '../chat/realm-log.ts'
import { realmsKey } from './realm-list.ts'

/** How often a realm that is in sight is asked for what is new, in milliseconds. */
export const POLL_MS = 3_000

/** Who was away for longer than so many pages begins again at the newest; what lies between loads as it is scrolled to. */
const CATCH_UP_PAGES = 10

type Ask = (side: { before?: number; after?: number }) => Promise<RealmMessagePage>

const asking =
  (api: Api, id: string, signal?: AbortSignal): Ask =>
  (side) =>
    answer(
      api.realms[':id'].messages.$get(
        { param: { id }, query: { ...side, limit: limits.realmMessagePage } },
        { init: signal ? { signal } : {} },
      ),
    )

/**
 * What was said in a realm. Asked the first time it learns the newest page, later only what came since; whatever is put
 * under its key is merged into what is known, so answers may arrive in any order.
 */
export function realmLogQuery(api: Api, id: string) {
  const queryKey = [...realmsKey, 'log', id]
  return queryOptions({
    queryKey,
    queryFn: ({ client, signal }): Promise<RealmLog> => {
      const known = client.getQueryData<RealmLog>(queryKey)
      const ask = asking(api, id, signal)
      return known ? catchUp(ask, known) : ask({}).then(newestLog)
    },
    structuralSharing: (known, arrived) => mergeLogs(known as RealmLog | undefined, arrived as RealmLog),
    staleTime: POLL_MS,
  })
}

async function catchUp(ask: Ask, known: RealmLog): Promise<RealmLog> {
  let log = known
  for (let pages = 0; pages < CATCH_UP_PAGES; pages++) {
    const page = await ask({ after: log.until })
    log = mergeLogs(log, laterLog(log.until, page))
    if (!page.hasMore) return log
  }
  return newestLog(await ask({}))
}

/** The page before a log. @throws {ApiError} */
export async function askEarlier(api: Api, id: string, log: RealmLog): Promise<RealmLog> {
  const before = log.since + 1
  return earlierLog(before, await asking(api, id)({ before }))
}
