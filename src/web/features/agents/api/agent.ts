import { queryOptions } from '@tanstack/react-query'
import type { Agent } from '../../../../shared/agents/agents.ts'
import { type Api, unwrap } from '../../../lib/http/api.ts'
import { agentsKey } from './agent-list.ts'

/** The key prefix of all queries about one agent, for any viewer. @param id also of an address, in any case */
export const agentKey = (id: string) => [...agentsKey, 'one', id.toLowerCase()] as const

/** @param viewer determines whether the agent is visible and whether it is upvoted */
export function agentQuery(api: Api, id: string, viewer: string | null) {
  return queryOptions({
    queryKey: [...agentKey(id), viewer],
    queryFn: ({ signal }): Promise<Agent> =>
      unwrap(api.agents[':id'].$get({ param: { id } }, { init: { signal } })),
    // Signing in refetches; until the response arrives, the public data stays.
    placeholderData: (previous) => (previous?.id === id ? previous : undefined),
  })
}
