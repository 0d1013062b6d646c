import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { Realm } from '../../../../shared/realms.ts'
import { useApi } from '../../../lib/api.ts'
import { realmQuery } from '../api/realm.ts'
import { realmListsKey } from '../api/realm-list.ts'
import type { RealmLog } from './realm-log.ts'

/** Sending joins (decision 22): where somebody speaks who was not among the participants, they are asked for anew. */
export function useParticipants(realm: Realm, log: RealmLog | undefined): void {
  const api = useApi()
  const client = useQueryClient()
  const askIfNew = useEffectEvent((log: RealmLog) => {
    const known = new Set(realm.participants)
    if (log.messages.every(({ author }) => known.has(author))) return
    void client.invalidateQueries({ queryKey: realmQuery(api, realm.id).queryKey })
    void client.invalidateQueries({ queryKey: realmListsKey })
  })
  useEffect(() => {
    if (log) askIfNew(log)
  }, [log])
}
