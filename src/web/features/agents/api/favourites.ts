import { queryOptions } from '@tanstack/react-query'
import type { Category } from '../../../../shared/agents/agent-defaults.ts'
import type { AgentSummary } from '../../../../shared/agents/agents.ts'
import { type Api, unwrap } from '../../../lib/http/api.ts'
import { agentsKey } from './agent-list.ts'

/** A favourite agent. The place where it was made a favourite may not know all its fields. */
export interface FavouriteAgent extends Pick<AgentSummary, 'id' | 'name' | 'pictureUrl'> {
  category?: Category | undefined
  description?: string
}

export const favouritesKey = [...agentsKey, 'favourites'] as const

/** Query for the favourite agents of a wallet, newest favourite first. */
export function favouritesQuery(api: Api, viewer: string) {
  return queryOptions({
    queryKey: [...favouritesKey, viewer],
    queryFn: async ({ signal }): Promise<FavouriteAgent[]> =>
      (await unwrap(api.me.favourites.$get({}, { init: { signal } }))).agents,
  })
}
