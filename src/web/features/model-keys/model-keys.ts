import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { KeyCaps, NewOwnKey, OwnKey } from '../../../shared/models/own-keys.ts'
import { type Api, ApiError, unwrap, useApi } from '../../lib/http/api.ts'
import { explainError } from '../../lib/http/explain-error.ts'
import { requireSignIn } from '../../lib/http/identity.ts'
import { toast } from '../../ui/toast.ts'
import * as texts from './texts.ts'

const modelKeysKey = ['own model keys'] as const

/** The refetch interval of the list while it is shown, in milliseconds: what is spent comes from elsewhere. */
const REFRESH_MS = 30_000

export const modelKeysQuery = (api: Api, owner: string) =>
  queryOptions({
    queryKey: [...modelKeysKey, owner],
    queryFn: async ({ signal }) => unwrap(api.me['model-keys'].$get({}, { init: { signal } })),
    refetchInterval: REFRESH_MS,
  })

export function useModelKeyChanges() {
  const api = useApi()
  const queryClient = useQueryClient()
  const update = () => queryClient.invalidateQueries({ queryKey: modelKeysKey })
  const one = api.me['model-keys'][':id']
  return {
    /** Returns null if the person declines to sign in. */
    async add(wanted: NewOwnKey) {
      if ((await requireSignIn()) === null) return null
      const added = await unwrap(api.me['model-keys'].$post({ json: wanted }))
      await update()
      return added
    },
    async rename(id: string, name: string) {
      await unwrap(one.$patch({ param: { id }, json: { name } }))
      await update()
    },
    async limit(id: string, caps: KeyCaps) {
      const changed = await unwrap(one.$patch({ param: { id }, json: { caps } }))
      await update()
      return changed
    },
  }
}

export function useRefreshModels() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: OwnKey) => unwrap(api.me['model-keys'][':id'].refresh.$post({ param: { id } })),
    onSuccess({ name, models }) {
      toast.success(texts.refreshed(name, models))
      return queryClient.invalidateQueries({ queryKey: modelKeysKey })
    },
    onError: (error) => toast.error(texts.notRefreshed(explainError(error))),
  })
}

export function useRemoveModelKey() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, name }: OwnKey) => {
      try {
        await unwrap(api.me['model-keys'][':id'].$delete({ param: { id } }))
      } catch (error) {
        // The key is already gone, which is the intended result.
        if (!(error instanceof ApiError && error.status === 404)) throw error
      }
      toast.success(texts.removed(name))
      await queryClient.invalidateQueries({ queryKey: modelKeysKey })
    },
  })
}
