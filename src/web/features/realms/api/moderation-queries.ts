import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Api } from '../../../lib/http/api.ts'
import { realmsKey } from './realm.ts'

/** Few rooms have anything to moderate, so what asks for it is loaded by those. */
export const loadModeration = () => import('./moderate-realm.ts')

export const moderationKey = (id: string) => [...realmsKey, 'mutes', id] as const
export const heldKey = (id: string) => [...realmsKey, 'held', id] as const

export const moderationQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: moderationKey(id),
    queryFn: async ({ signal }) => (await loadModeration()).readModeration(api, id, signal),
  })

/** @param of.from the number of the first message whose words are not there */
export const heldQuery = (
  api: Api,
  client: QueryClient,
  id: string,
  { viewer, from }: { viewer: string; from: number },
) =>
  queryOptions({
    queryKey: [...heldKey(id), viewer, from],
    queryFn: async ({ signal }) => (await loadModeration()).bringHeld({ api, client, id, from }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
