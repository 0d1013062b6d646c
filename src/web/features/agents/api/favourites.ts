import { queryOptions } from '@tanstack/react-query'
import type { Category } from '../../../../shared/agents/agent-defaults.ts'
import type { AgentSummary } from '../../../../shared/agents/agents.ts'
import { type Api, unwrap } from '../../../lib/http/api.ts'
import { agentsKey } from './agent-list.ts'

/** An agent as whoever keeps it knows it: where it was kept from, not all of it may be at hand. */
export interface FavouriteAgent extends Pick<AgentSummary, 'id' | 'name' | 'pictureUrl'> {
  category?: Category | undefined
  description?: string
}

/** Begins the question of every wallet. */
export const favouritesKey = [...agentsKey, 'favourites'] as const

/** The agents that a wallet keeps at hand, kept last first. */
export function favouritesQuery(api: Api, viewer: string) {
  return queryOptions({
    queryKey: [...favouritesKey, viewer],
    queryFn: async ({ signal }): Promise<FavouriteAgent[]> =>
      (await unwrap(api.me.favourites.$get({}, { init: { signal } }))).agents,
  })
}
