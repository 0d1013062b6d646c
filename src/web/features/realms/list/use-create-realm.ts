import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { NewRealm } from '../../../../shared/realms/realm-changes.ts'
import type { RealmDetail } from '../../../../shared/realms/realms.ts'
import { type Api, ApiError, unwrap, useApi } from '../../../lib/http/api.ts'
import { requireSignIn } from '../../../lib/http/identity.ts'
import { newId } from '../../../lib/new-id.ts'
import { useNavigate } from '../../../lib/router/router.tsx'
import { changeRealm } from '../api/change-realm.ts'
import { realmListsKey, realmQuery } from '../api/realm.ts'

/** `create` returns null if the person declines to sign in. */
export function useCreateRealm() {
  const api = useApi()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  /** Kept until a realm is created, so that no second one is if only the response was lost. */
  const id = useRef(newId())
  return {
    async create(values: NewRealm) {
      if ((await requireSignIn()) === null) return null
      const realm = await createRealm(api, values, id)
      id.current = newId()
      return realm
    },
    enter(realm: RealmDetail) {
      queryClient.setQueryData(realmQuery(api, realm.id).queryKey, realm)
      void queryClient.invalidateQueries({ queryKey: realmListsKey })
      void navigate(`/realm/${realm.id}`)
    },
  }
}

/** @throws {ApiError} */
async function createRealm(api: Api, values: NewRealm, id: { current: string }): Promise<RealmDetail> {
  try {
    return await send(api, values, id.current)
  } catch (error) {
    if (!(error instanceof ApiError) || error.problem?.code !== 'conflict') throw error
    // The id is of a realm that was deleted since, or of another wallet's. Nothing was created with it.
    id.current = newId()
    return send(api, values, id.current)
  }
}

/** Updates a realm that an earlier try with the same id created, if only its response was lost. */
async function send(api: Api, values: NewRealm, id: string): Promise<RealmDetail> {
  const response = await api.realms.$post({ json: { ...values, id } })
  const made = await unwrap(Promise.resolve(response))
  return response.status === 201 ? made : changeRealm(api, id, values)
}
