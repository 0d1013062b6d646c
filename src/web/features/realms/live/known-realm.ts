import type { QueryClient } from '@tanstack/react-query'
import type { Api } from '../../../lib/http/api.ts'
import { heldKey } from '../api/moderation-queries.ts'
import { realmQuery } from '../api/realm.ts'
import { addSpeakers, askPage, realmLogQuery } from '../api/realm-log.ts'
import type { KnownRealm } from './follow-realm.ts'

/** The cache also has what the server rendered, and keeps it between screens. */
export function knownRealm(client: QueryClient, api: Api, realmId: string): KnownRealm {
  const logKey = realmLogQuery(api, realmId).queryKey
  const detailKey = realmQuery(api, realmId).queryKey
  return {
    log: () => client.getQueryData(logKey),
    setLog: (log) => client.setQueryData(logKey, log),
    setDetail: (detail) => client.setQueryData(detailKey, detail),
    heldChanged: () => void client.invalidateQueries({ queryKey: heldKey(realmId) }),
    addSpeakers: (messages) => addSpeakers(client, api, realmId, messages),
    askNewest: () => askPage(api, realmId, {}),
  }
}
