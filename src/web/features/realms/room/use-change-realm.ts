import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { RealmChanges } from '../../../../shared/realms.ts'
import { useApi } from '../../../lib/api.ts'
import { toast } from '../../../ui/toast.ts'
import { changeRealm } from '../api/change-realm.ts'
import { realmQuery } from '../api/realm.ts'
import { realmListsKey } from '../api/realm-list.ts'
import { useSessionDeed } from './use-session-deed.ts'

/** Saves what the creator changed; everybody in the realm sees it at once. */
export function useChangeRealm(realmId: string, onSaved: () => void) {
  const api = useApi()
  const client = useQueryClient()
  const withSession = useSessionDeed()
  return useMutation({
    mutationFn: (changes: RealmChanges) => withSession(() => changeRealm(api, realmId, changes)),
    onSuccess: (realm) => {
      if (realm === null) return
      client.setQueryData(realmQuery(api, realmId).queryKey, realm)
      void client.invalidateQueries({ queryKey: realmListsKey })
      toast.success('Settings saved')
      onSaved()
    },
  })
}
