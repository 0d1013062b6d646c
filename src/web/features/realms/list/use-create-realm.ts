import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { RealmDetail } from '../../../../shared/realms/realms.ts'
import { unwrap, useApi } from '../../../lib/http/api.ts'
import { requireSignIn } from '../../../lib/http/identity.ts'
import { newId } from '../../../lib/new-id.ts'
import { useNavigate } from '../../../lib/router/router.tsx'
import { realmListsKey, realmQuery } from '../api/realm.ts'

/** `create` returns null if the person declines to sign in. */
export function useCreateRealm() {
  const api = useApi()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  /** A retry with the same values keeps the id, so that no second realm is created if only the response was lost. */
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
