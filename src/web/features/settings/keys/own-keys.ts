import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApiKey, NewApiKey } from '../../../../shared/doors/api-keys.ts'
import { type Api, ApiError, unwrap, useApi } from '../../../lib/http/api.ts'
import { requireSignIn } from '../../../lib/http/identity.ts'
import { toast } from '../../../ui/toast.ts'
import * as texts from '../texts.tsx'

const ownKeysKey = ['own keys'] as const

/** The refetch interval of the list while it is shown, in milliseconds: words and uses come from elsewhere. */
const REFRESH_MS = 30_000

export const ownKeysQuery = (api: Api, owner: string) =>
  queryOptions({
    queryKey: [...ownKeysKey, owner],
    queryFn: async ({ signal }) => (await unwrap(api.me.keys.$get({}, { init: { signal } }))).keys,
    refetchInterval: REFRESH_MS,
  })

export function useKeyChanges() {
  const api = useApi()
  const queryClient = useQueryClient()
  const update = () => queryClient.invalidateQueries({ queryKey: ownKeysKey })
  return {
    /** Returns null if the person declines to sign in. */
    async make(wanted: NewApiKey) {
      if ((await requireSignIn()) === null) return null
      const made = await unwrap(api.me.keys.$post({ json: wanted }))
      await update()
      return made
    },
    async rename(id: string, name: string) {
      await unwrap(api.me.keys[':id'].$patch({ param: { id }, json: { name } }))
      await update()
    },
  }
}

export function useRevokeKey() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, name }: ApiKey) => {
      try {
        await unwrap(api.me.keys[':id'].$delete({ param: { id } }))
      } catch (error) {
        // The key is already gone, which is the intended result.
        if (!(error instanceof ApiError && error.status === 404)) throw error
      }
      toast.success(texts.revoked(name))
      await queryClient.invalidateQueries({ queryKey: ownKeysKey })
    },
  })
}
