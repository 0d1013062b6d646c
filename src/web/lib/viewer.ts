import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Api, answer, useApi } from './api.ts'
import { getIdentity, onDoubt, useIdentity } from './identity.ts'
import { SESSION_CHANNEL } from './session-channel.ts'
import type { SessionEvent } from './session-events.ts'

/**
 * Whose session this browser has, or null. After a reload no wallet is connected (decision 4), but the session lives and
 * what is private to it can be shown; a write is authorised from it anyway.
 */
export const viewerQuestion = (api: Api) =>
  queryOptions({
    queryKey: ['viewer'],
    queryFn: async () => (await answer(api.session.$get())).session?.user.address ?? null,
    // Signing in and out tell of themselves; a session that the server ended shows at the next protected action.
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The wallet of the session; undefined while that is not known yet. */
export function useViewer(): string | null | undefined {
  const identity = useIdentity()
  const api = useApi()
  const queryClient = useQueryClient()
  const viewer = useQuery(viewerQuestion(api))
  useEffect(() => followViewer(queryClient, api), [queryClient, api])
  if (identity.state === 'signed-in') return identity.address
  return viewer.isError ? null : viewer.data
}

/** The same for what is not rendered; null also while it is not known. */
export function currentViewer(queryClient: QueryClient, api: Api): string | null {
  const identity = getIdentity()
  if (identity.state === 'signed-in') return identity.address
  return queryClient.getQueryData(viewerQuestion(api).queryKey) ?? null
}

/** The caches whose answer is kept true. */
const followed = new WeakSet<QueryClient>()

/**
 * Keeps the answer true while people sign in and out, here and in other tabs, from the first screen on that asks. A
 * session that only the server ended shows at the next request that it refuses.
 */
function followViewer(queryClient: QueryClient, api: Api): void {
  if (followed.has(queryClient)) return
  followed.add(queryClient)
  const { queryKey } = viewerQuestion(api)
  const channel = new BroadcastChannel(SESSION_CHANNEL)
  // What this tab's own session client tells the others arrives here as well.
  channel.onmessage = ({ data }: MessageEvent<SessionEvent>) => {
    // Only pages of this site write there: the schema would weigh more than it guards.
    const viewer = data.type === 'signed out' ? null : data.session?.user.address
    if (viewer !== undefined) queryClient.setQueryData(queryKey, viewer)
  }
  onDoubt(() => void queryClient.invalidateQueries({ queryKey, exact: true }))
}
