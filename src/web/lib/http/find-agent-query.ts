import { queryOptions } from '@tanstack/react-query'
import type { Agent } from '../../../shared/agents/agents.ts'
import { type Api, ApiError, unwrap } from './api.ts'

/**
 * One agent, or null where there is none to be seen: it does not exist, is hidden from whoever asks, or the id is no id
 * at all (section 7: loading an agent by the route's id returns the agent or nothing).
 * @param viewer the signed-in wallet: an owner sees what others do not (decision 8)
 */
export const findAgentQuery = (api: Api, id: string, viewer: string | null) =>
  queryOptions({
    queryKey: ['agents', 'one', id, viewer, 'or nothing'],
    queryFn: async ({ signal }): Promise<Agent | null> => {
      try {
        return await unwrap(api.agents[':id'].$get({ param: { id } }, { init: { signal } }))
      } catch (error) {
        if (error instanceof ApiError && (error.status === 404 || error.status === 422)) return null
        throw error
      }
    },
    // Signing in asks anew; until the answer is here, what everybody sees stays.
    placeholderData: (previous) => (previous?.id === id ? previous : undefined),
  })
