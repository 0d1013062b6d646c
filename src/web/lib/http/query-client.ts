import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'
import { backoffMs } from './reconnecting.ts'

/** Milliseconds before a question is asked again. */
const PAUSES_MS = [1_000, 2_000]

/** One cache for a page. A refusal is final; only a server that can't be reached or is overloaded is asked again. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && (!(error instanceof ApiError) || error.status >= 502),
        retryDelay: (failures) => backoffMs(failures, PAUSES_MS, Math.random),
      },
    },
  })
}
