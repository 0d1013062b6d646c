import { queryOptions } from '@tanstack/react-query'
import type { Agent } from '../../../shared/agents/agents.ts'
import { type Api, isMissing, unwrap } from './api.ts'

/**
 * Null if the agent does not exist, is hidden from the viewer, was taken down, or the id is malformed (section 7).
 * @param viewer the signed-in wallet: an owner sees agents that others do not (decision 8)
 */
export const findAgentQuery = (api: Api, id: string, viewer: string | null) =>
  queryOptions({
    queryKey: ['agents', 'one', id, viewer, 'or nothing'],
    queryFn: async ({ signal }): Promise<Agent | null> => {
      try {
        return await unwrap(api.agents[':id'].$get({ param: { id } }, { init: { signal } }))
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    // Signing in changes the key; until the response arrives, the public version stays.
    placeholderData: (previous) => (previous?.id === id ? previous : undefined),
  })
