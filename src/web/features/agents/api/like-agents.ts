import { queryOptions } from '@tanstack/react-query'
import type { AgentSummary } from '../../../../shared/agents/agents.ts'
import { type Api, unwrap } from '../../../lib/http/api.ts'
import { agentsKey } from './agent-list.ts'

/**
 * Public agents that share the most with one.
 * @param viewer the signed-in wallet: a hidden agent opens for its owner alone
 */
export function likeAgentsQuery(api: Api, id: string, viewer: string | null) {
  return queryOptions({
    queryKey: [...agentsKey, 'like', id, viewer],
    queryFn: async ({ signal }): Promise<AgentSummary[]> =>
      (await unwrap(api.agents[':id'].like.$get({ param: { id } }, { init: { signal } }))).agents,
  })
}
