import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Api, unwrap, useApi } from '../http/api.ts'
import { getIdentity, noteSession, onDoubt, useIdentity } from '../http/identity.ts'
import { openChannel } from '../open-channel.ts'
import { SESSION_CHANNEL } from './session-channel.ts'
import type { SessionEvent } from './session-events.ts'

/** Milliseconds between a visible page's checks of whether its session was ended elsewhere. */
const ASK_AGAIN_MS = 15_000

function hintHere(): string | null {
  try {
    return window.localStorage.getItem('session')
  } catch {
    return null
  }
}

/** A person signed out here and the server has not been told yet: its session is nobody's any more. */
export const isSigningOut = (): boolean => hintHere() === 'ending'

/** Whether a person signed out here since the last sign-in, which a tab that slept or was closed meanwhile did not hear. */
export const hasSignedOut = (): boolean => isSigningOut() || hintHere() === 'ended'

/** After a reload no wallet is connected (decision 4), but the session shows private content and authorises writes. */
export const viewerQuery = (api: Api) =>
  queryOptions({
    queryKey: ['viewer'],
    queryFn: async () =>
      isSigningOut() ? null : ((await unwrap(api.session.$get())).session?.user.address ?? null),
    // Sign-ins and sign-outs in this browser update the cache; a session that ended on another device does not. So a
    // visible page with a session asks again, at intervals and when it gets the focus.
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data ? ASK_AGAIN_MS : false),
    refetchOnWindowFocus: ({ state }) => (state.data ? 'always' : false),
  })

/** Undefined while it is not known yet. */
export function useViewer(): string | null | undefined {
  const identity = useIdentity()
  const api = useApi()
  const queryClient = useQueryClient()
  const viewer = useQuery(viewerQuery(api))
  useEffect(() => followViewer(queryClient, api), [queryClient, api])
  if (identity.state === 'signed-in') return identity.address
  // A failed refetch keeps the previous data: an unreachable server does not end a session.
  return viewer.data === undefined && viewer.isError ? null : viewer.data
}

/** Decision 28. `signed-in`: with the session's wallet connected or not; `connected`: a wallet that is not proved. */
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

/** For code outside of components; null also while it is not known. */
export function currentViewer(queryClient: QueryClient, api: Api): string | null {
  const identity = getIdentity()
  if (identity.state === 'signed-in') return identity.address
  return queryClient.getQueryData(viewerQuery(api).queryKey) ?? null
}

const followed = new WeakSet<QueryClient>()

/** Follows sign-ins and sign-outs, here and in other tabs, once per query client. */
function followViewer(queryClient: QueryClient, api: Api): void {
  if (followed.has(queryClient)) return
  followed.add(queryClient)
  const { queryKey } = viewerQuery(api)
  const filter = { queryKey, exact: true }
  const channel = openChannel(SESSION_CHANNEL)
  // This tab's own messages arrive here too, because this is another channel object.
  channel.onmessage = ({ data }: MessageEvent<SessionEvent>) => {
    // Not validated: only pages of this site post to the channel, and the schema would add weight.
    const viewer = data.type === 'signed out' ? null : data.session?.user.address
    if (viewer === undefined) return
    // A pending response was requested before this event and is outdated.
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
