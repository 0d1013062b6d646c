import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Api, unwrap, useApi } from '../http/api.ts'
import { getIdentity, noteSession, onDoubt, useIdentity } from '../http/identity.ts'
import { SESSION_CHANNEL } from './session-channel.ts'
import type { SessionEvent } from './session-events.ts'

/** How often a visible page checks whether its session was ended elsewhere, in milliseconds. */
const ASK_AGAIN_MS = 15_000

/** Whether a person signed out here and the server has not been told yet: its session is nobody's any more. */
export function isSigningOut(): boolean {
  try {
    return typeof window !== 'undefined' && window.localStorage.getItem('session') === 'ending'
  } catch {
    return false
  }
}

/**
 * Query for the wallet of this browser's session, or null. After a reload no wallet is connected (decision 4), but the
 * session still exists: private content can be shown, and it authorises writes.
 */
export const viewerQuery = (api: Api) =>
  queryOptions({
    queryKey: ['viewer'],
    queryFn: async () =>
      isSigningOut() ? null : ((await unwrap(api.session.$get())).session?.user.address ?? null),
    // Signing in and out in this browser update the cache. A session ended on another device does not, so a page with
    // a session asks again at intervals while it is visible, and when it gets the focus.
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data ? ASK_AGAIN_MS : false),
    refetchOnWindowFocus: ({ state }) => (state.data ? 'always' : false),
  })

/** The wallet of the session; undefined while it is not known yet. */
export function useViewer(): string | null | undefined {
  const identity = useIdentity()
  const api = useApi()
  const queryClient = useQueryClient()
  const viewer = useQuery(viewerQuery(api))
  useEffect(() => followViewer(queryClient, api), [queryClient, api])
  if (identity.state === 'signed-in') return identity.address
  // After a failed refetch the previous data is kept: an unreachable server does not end a session.
  return viewer.data === undefined && viewer.isError ? null : viewer.data
}

/**
 * The viewer's state (decision 28), the same for every screen. `signed-in` has a session, with its wallet connected or
 * not; `connected` has named a wallet that is not proved; `unknown` means not loaded yet.
 */
type Here =
  | { state: 'unknown' | 'visitor'; address?: undefined }
  | { state: 'connected' | 'signed-in'; address: string }

export function useHere(): Here {
  const identity = useIdentity()
  const viewer = useViewer()
  // The connected wallet is not the session's, so it has to sign in before its next write.
  if (identity.state === 'connected' && identity.address !== viewer) return identity
  if (viewer) return { state: 'signed-in', address: viewer }
  return { state: viewer === null ? 'visitor' : 'unknown' }
}

/** The viewer's wallet, for code outside of components; null also while it is not known. */
export function currentViewer(queryClient: QueryClient, api: Api): string | null {
  const identity = getIdentity()
  if (identity.state === 'signed-in') return identity.address
  return queryClient.getQueryData(viewerQuery(api).queryKey) ?? null
}

/** The query clients that `followViewer` already updates. */
const followed = new WeakSet<QueryClient>()

/**
 * Keeps the viewer query up to date while people sign in and out, here and in other tabs. Runs once per query client.
 */
function followViewer(queryClient: QueryClient, api: Api): void {
  if (followed.has(queryClient)) return
  followed.add(queryClient)
  const { queryKey } = viewerQuery(api)
  const filter = { queryKey, exact: true }
  const channel = new BroadcastChannel(SESSION_CHANNEL)
  // The messages that this tab's session client posts arrive here too, because this is another channel object.
  channel.onmessage = ({ data }: MessageEvent<SessionEvent>) => {
    // Only pages of this site post to the channel, so the message is not validated; the schema would only add weight.
    const viewer = data.type === 'signed out' ? null : data.session?.user.address
    if (viewer === undefined) return
    // A response that is still pending was requested before this event and is outdated.
    void queryClient.cancelQueries(filter)
    queryClient.setQueryData(queryKey, viewer)
  }
  // The server painted the page for a session that it still has.
  if (isSigningOut()) queryClient.setQueryData(queryKey, null)
  const note = () => noteSession(queryClient.getQueryData(queryKey))
  note()
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryKey[0] === queryKey[0] && !query.state.isInvalidated) note()
  })
  onDoubt(() => void queryClient.invalidateQueries(filter))
}
