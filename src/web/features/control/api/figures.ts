import { queryOptions } from '@tanstack/react-query'
import type { Figures, FiguresQuery } from '../../../../shared/figures.ts'
import { type Api, ApiError, unwrap } from '../../../lib/http/api.ts'
import type { ControlAddress } from '../control-address.ts'

/** How often figures that somebody looks at are asked again, in milliseconds. */
const REFRESH_MS = 60_000

/**
 * What happened with one agent of the wallet, or with all; null where the address names none of its agents.
 * @param viewer the wallet of the session: nobody else reads these figures
 */
export function figuresQuery(api: Api, viewer: string, { agent, range }: ControlAddress) {
  // Those of all stand among the questions about agents: one that is made, deleted or brought back changes them.
  const whose = [...(agent === null ? ['agents', 'figures'] : ['figures', agent]), viewer]
  return queryOptions({
    queryKey: [...whose, range],
    queryFn: async ({ signal }): Promise<Figures | null> => {
      try {
        const query = queryOf({ agent, range })
        return await unwrap(api.me.figures.$get({ query }, { init: { signal } }))
      } catch (error) {
        // 422: the address has no id in it at all.
        if (agent !== null && error instanceof ApiError && (error.status === 404 || error.status === 422))
          return null
        throw error
      }
    },
    refetchInterval: REFRESH_MS,
    refetchOnWindowFocus: 'always',
    // Another range of the same agents: until it is here, what was shown stays.
    placeholderData: (before, query) =>
      whose.every((part, index) => query?.queryKey[index] === part) ? before : undefined,
  })
}

/** Where the same figures are had as a file. */
export function figuresFile(address: ControlAddress): string {
  return `/api/me/figures.csv?${new URLSearchParams(queryOf(address))}`
}

const queryOf = ({ agent, range }: ControlAddress): FiguresQuery & Record<string, string> => ({
  range,
  ...(agent !== null && { agent }),
})
