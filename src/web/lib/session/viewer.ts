import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Api, unwrap, useApi } from '../http/api.ts'
import { getIdentity, noteSession, onDoubt, useIdentity } from '../http/identity.ts'
import { SESSION_CHANNEL } from './session-channel.ts'
import type { SessionEvent } from './session-events.ts'

/** How often a page that is looked at asks whether its session was ended elsewhere, in milliseconds. */
const ASK_AGAIN_MS = 15_000

/**
 * Whose session this browser has, or null. After a reload no wallet is connected (decision 4), but the session lives and
 * what is private to it can be shown; a write is authorised from it anyway.
 */
export const viewerQuery = (api: Api) =>
  queryOptions({
    queryKey: ['viewer'],
    queryFn: async () => (await unwrap(api.session.$get())).session?.user.address ?? null,
    // Signing in and out tell of themselves. A session that was ended on another device does not, so who has one asks
    // again while they look at the page, and when they come back to it.
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data ? ASK_AGAIN_MS : false),
    refetchOnWindowFocus: ({ state }) => (state.data ? 'always' : false),
  })

/** The wallet of the session; undefined while that is not known yet. */
export function useViewer(): string | null | undefined {
  const identity = useIdentity()
  const api = useApi()
  const queryClient = useQueryClient()
  const viewer = useQuery(viewerQuery(api))
  useEffect(() => followViewer(queryClient, api), [queryClient, api])
  if (identity.state === 'signed-in') return identity.address
  // A server that can't be asked again just now has ended nothing.
  return viewer.data === undefined && viewer.isError ? null : viewer.data
}

/**
 * Who is here (decision 28): the one answer for every screen. `signed-in` has a session, with its wallet connected or not;
 * `connected` has named a wallet that has not proved itself; `unknown` is not known yet.
 */
export type Here =
  | { state: 'unknown' | 'visitor'; address?: undefined }
  | { state: 'connected' | 'signed-in'; address: string }

export function useHere(): Here {
  const identity = useIdentity()
  const viewer = useViewer()
  // Another wallet than the session's is about to take its place: whatever it does next asks for its signature.
  if (identity.state === 'connected' && identity.address !== viewer) return identity
  if (viewer) return { state: 'signed-in', address: viewer }
  return { state: viewer === null ? 'visitor' : 'unknown' }
}

/** The same for what is not rendered; null also while it is not known. */
export function currentViewer(queryClient: QueryClient, api: Api): string | null {
  const identity = getIdentity()
  if (identity.state === 'signed-in') return identity.address
  return queryClient.getQueryData(viewerQuery(api).queryKey) ?? null
}

/** The caches whose answer is kept true. */
const followed = new WeakSet<QueryClient>()

/** Keeps the answer true while people sign in and out, here and in other tabs, from the first screen on that asks. */
function followViewer(queryClient: QueryClient, api: Api): void {
  if (followed.has(queryClient)) return
  followed.add(queryClient)
  const { queryKey } = viewerQuery(api)
  const filter = { queryKey, exact: true }
  const channel = new BroadcastChannel(SESSION_CHANNEL)
  // What this tab's own session client tells the others arrives here as well.
  channel.onmessage = ({ data }: MessageEvent<SessionEvent>) => {
    // Only pages of this site write there: the schema would weigh more than it guards.
    const viewer = data.type === 'signed out' ? null : data.session?.user.address
    if (viewer === undefined) return
    // An answer that was asked for before is older than this.
    void queryClient.cancelQueries(filter)
    queryClient.setQueryData(queryKey, viewer)
  }
  const note = () => noteSession(queryClient.getQueryData(queryKey))
  note()
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryKey[0] === queryKey[0] && !query.state.isInvalidated) note()
  })
  onDoubt(() => void queryClient.invalidateQueries(filter))
}
