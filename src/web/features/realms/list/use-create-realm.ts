import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { RealmDetail } from '../../../../shared/realms/realms.ts'
import { unwrap, useApi } from '../../../lib/http/api.ts'
import { requireSignIn } from '../../../lib/http/identity.ts'
import { newId } from '../../../lib/new-id.ts'
import { useNavigate } from '../../../lib/router/router.tsx'
import { realmQuery } from '../api/realm.ts'
import { realmListsKey } from '../api/realm-list.ts'

/** Makes a realm of the signed-in wallet, and goes there. `create` gives null where the person declines to sign in. */
export function useCreateRealm() {
  const api = useApi()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  /** Sent again as it was, a realm keeps its id: where only the answer got lost, no second one is made. */
  const attempt = useRef({ id: newId(), of: '' })
  return {
    async create(values: { name: string; description: string; unlisted: boolean }) {
      const creator = await requireSignIn()
      if (creator === null) return null
      const of = JSON.stringify([creator, values])
      if (attempt.current.of !== of) attempt.current = { id: newId(), of }
      return unwrap(api.realms.$post({ json: { ...values, id: attempt.current.id } }))
    },
    enter(realm: RealmDetail) {
      queryClient.setQueryData(realmQuery(api, realm.id).queryKey, realm)
      void queryClient.invalidateQueries({ queryKey: realmListsKey })
      void navigate(`/realm/${realm.id}`)
    },
  }
}
