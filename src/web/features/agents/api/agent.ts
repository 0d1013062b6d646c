import { queryOptions } from '@tanstack/react-query'
import type { Agent } from '../../../../shared/agents/agents.ts'
import { type Api, unwrap } from '../../../lib/http/api.ts'
import { agentsKey } from './agent-list.ts'

/** Begins every question about one agent, whoever asks. */
export const agentKey = (id: string) => [...agentsKey, 'one', id] as const

/**
 * One agent with all its fields.
 * @param viewer the signed-in wallet: what it may see, and whether it has upvoted, differs by who asks
 */
export function agentQuery(api: Api, id: string, viewer: string | null) {
  return queryOptions({
    queryKey: [...agentKey(id), viewer],
    queryFn: ({ signal }): Promise<Agent> =>
      unwrap(api.agents[':id'].$get({ param: { id } }, { init: { signal } })),
    // Signing in asks anew; until the answer is here, what everybody sees stays.
    placeholderData: (previous) => (previous?.id === id ? previous : undefined),
  })
}
