import { queryOptions } from '@tanstack/react-query'
import type { Analytics, AnalyticsQuery } from '../../../shared/analytics.ts'
import { type Api, ApiError, unwrap } from '../../lib/http/api.ts'
import type { ControlAddress } from './control-address.ts'

const REFRESH_MS = 60_000

/**
 * Query for the analytics of one agent of the wallet, or of all; null if the address names none of its agents.
 * @param viewer the wallet of the session: only the owner can read them
 */
export function analyticsQuery(api: Api, viewer: string, { agent, range }: ControlAddress) {
  // The key for all agents begins with `agents`, so that creating, deleting or restoring an agent invalidates it.
  const whose = [...(agent === null ? ['agents', 'figures'] : ['figures', agent]), viewer]
  return queryOptions({
    queryKey: [...whose, range],
    queryFn: async ({ signal }): Promise<Analytics | null> => {
      try {
        const query = queryOf({ agent, range })
        return await unwrap(api.me.figures.$get({ query }, { init: { signal } }))
      } catch (error) {
        // The server refuses a malformed id with 422.
        if (agent !== null && error instanceof ApiError && (error.status === 404 || error.status === 422))
          return null
        throw error
      }
    },
    refetchInterval: REFRESH_MS,
    refetchOnWindowFocus: 'always',
    // While another range of the same agents loads, the previous data stays.
    placeholderData: (before, query) =>
      whose.every((part, index) => query?.queryKey[index] === part) ? before : undefined,
  })
}

export function analyticsFile(address: ControlAddress): string {
  return `/api/me/figures.csv?${new URLSearchParams(queryOf(address))}`
}

const queryOf = ({ agent, range }: ControlAddress): AnalyticsQuery & Record<string, string> => ({
  range,
  ...(agent !== null && { agent }),
})
