import { useMutation, useQueryClient } from '@tanstack/react-query'
import { UNDO_DELETE_MS } from '../../../../shared/common/limits.ts'
import type { RealmDetail } from '../../../../shared/realms/realms.ts'
import { ApiError, useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { useNavigate } from '../../../lib/router/router.tsx'
import { toast } from '../../../ui/toast.ts'
import { useSessionAction } from '../actions/use-session-action.ts'
import { deleteRealm, restoreRealm } from '../api/change-realm.ts'
import { realmQuery } from '../api/realm.ts'
import { realmsKey } from '../api/realm-list.ts'

/** The list, where whoever deleted a realm is led. */
const LIST = '/realm'

/** Deletes an own realm and offers for ten seconds to undo it, wherever the person has gone meanwhile. */
export function useDeleteRealm(realm: Pick<RealmDetail, 'id'>) {
  const api = useApi()
  const client = useQueryClient()
  const navigate = useNavigate()
  const withSession = useSessionAction()

  async function undo() {
    try {
      const back = await withSession(() => restoreRealm(api, realm.id))
      if (back === null) return
      client.setQueryData(realmQuery(api, realm.id).queryKey, back)
    } catch (error) {
      toast.error(`The realm could not be brought back. ${explainError(error)}`)
      return
    }
    void client.invalidateQueries({ queryKey: realmsKey })
    if (window.location.pathname === LIST) void navigate(`/realm/${realm.id}`)
    else toast.success('Realm restored')
  }

  return useMutation({
    mutationFn: () =>
      withSession(async () => {
        try {
          await deleteRealm(api, realm.id)
        } catch (error) {
          // Whoever was quicker, in another tab, has deleted it already.
          if (!(error instanceof ApiError && error.status === 404)) throw error
        }
        return 'deleted'
      }),
    onSuccess: (done) => {
      if (done === null) return
      toast.success('Realm deleted', {
        duration: UNDO_DELETE_MS,
        action: { label: 'Undo', onClick: () => void undo() },
      })
      // Nothing is asked anew here: what is left of the realm's screen would ask for what is gone.
      void client.invalidateQueries({ queryKey: realmsKey, refetchType: 'none' })
      void navigate(LIST)
    },
  })
}
