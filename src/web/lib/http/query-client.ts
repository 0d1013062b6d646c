import { type DehydratedState, notifyManager, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'
import { server } from './reachability.ts'
import { backoffMs } from './reconnecting.ts'

// By default components are told a timer later, which a press can precede: a button would send twice.
notifyManager.setScheduler(queueMicrotask)

const PAUSES_MS = [1_000, 2_000]

/**
 * Error responses below 502 are final. A query is retried only if the server can't be reached or is overloaded, and
 * fails at once when the server is known to be unreachable, so that its screen shows it.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) =>
          failures < 2 && server.isReachable() && (!(error instanceof ApiError) || error.status >= 502),
        retryDelay: (failures) => backoffMs(failures, PAUSES_MS, Math.random),
      },
      // Without a connection it fails at once, and is said to, instead of being done whenever there is one again.
      mutations: { networkMode: 'always' },
    },
  })
}

/** What a page was painted with, as of `now` at the latest: with the browser's clock behind, it would be fresh for as long. */
export function readState(text: string, now = Date.now()): DehydratedState {
  const dehydrated = JSON.parse(text) as DehydratedState
  for (const { state } of dehydrated.queries) state.dataUpdatedAt = Math.min(state.dataUpdatedAt, now)
  return dehydrated
}
