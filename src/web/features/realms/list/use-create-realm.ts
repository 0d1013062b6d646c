import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { newRealmSchema } from '../../../../shared/realms/realms.ts'
import { ApiError, unwrap, useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { requireSignIn } from '../../../lib/http/identity.ts'
import { newId } from '../../../lib/new-id.ts'
import { useNavigate } from '../../../lib/router/router.tsx'
import { realmListsKey, realmQuery } from '../api/realm.ts'

export interface RealmValues {
  name: string
  description: string
  unlisted: boolean
}

/** The fields that are written in, in the order in which the form shows them. */
export const realmFields = ['name', 'description'] as const
export type RealmField = (typeof realmFields)[number]

export type RealmErrors = Partial<Record<RealmField, string>>

/** What is wrong with the form, by field; nothing where it can be sent. */
export function checkRealm(values: RealmValues): RealmErrors {
  const errors: RealmErrors = {}
  for (const issue of newRealmSchema.safeParse(values).error?.issues ?? []) {
    const field = realmFields.find((name) => name === issue.path[0])
    if (field) errors[field] ??= issue.message
  }
  return errors
}

/** How far the form has come. `declined`: the person was asked to connect or to sign, and said no. */
export type Creation =
  | { state: 'idle' }
  | { state: 'submitting' }
  | { state: 'declined' }
  | { state: 'failed'; problem: string; errors: RealmErrors }

/** Makes a realm of the signed-in wallet and goes there. */
export function useCreateRealm(): { creation: Creation; submit: (values: RealmValues) => void } {
  const api = useApi()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const busy = useRef(false)
  /** Sent again as it was, a realm keeps its id: where only the answer got lost, no second one is made. */
  const attempt = useRef({ id: newId(), of: '' })
  const [declined, setDeclined] = useState(false)
  const create = useMutation({
    mutationFn: async (values: RealmValues) => {
      const creator = await requireSignIn()
      if (creator === null) return null
      const of = JSON.stringify([creator, values])
      if (attempt.current.of !== of) attempt.current = { id: newId(), of }
      return unwrap(api.realms.$post({ json: { ...values, id: attempt.current.id } }))
    },
    onSuccess: (realm) => {
      setDeclined(realm === null)
      if (!realm) return
      queryClient.setQueryData(realmQuery(api, realm.id).queryKey, realm)
      void queryClient.invalidateQueries({ queryKey: realmListsKey })
      void navigate(`/realm/${realm.id}`)
    },
    onSettled: () => {
      busy.current = false
    },
  })
  return {
    creation: creationOf(create, declined),
    submit: (values) => {
      if (busy.current) return
      busy.current = true
      setDeclined(false)
      create.mutate(values)
    },
  }
}

function creationOf(create: { isPending: boolean; error: unknown }, declined: boolean): Creation {
  if (create.isPending) return { state: 'submitting' }
  if (create.error)
    return { state: 'failed', problem: explainError(create.error), errors: serverErrors(create.error) }
  return declined ? { state: 'declined' } : { state: 'idle' }
}

function serverErrors(error: unknown): RealmErrors {
  return (error instanceof ApiError && error.problem?.errors) || {}
}
