import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Agent } from '../../../../shared/agents/agents.ts'
import { unwrap, useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { toast } from '../../../ui/toast.ts'
import * as texts from '../texts.ts'
import { agentKey } from './agent.ts'
import { agentsKey } from './agent-list.ts'
import { type FavouriteAgent, favouritesKey } from './favourites.ts'

/**
 * Optimistic in all places that show the agent, and rolled back if the server refuses. Quick clicks are sent one after
 * the other, so that the last one wins.
 */
export function useFavourite(agent: FavouriteAgent) {
  const api = useApi()
  const queryClient = useQueryClient()
  const { id } = agent
  const mutationKey = [...agentsKey, 'favourite', id]
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    mutationFn: async (favourite: boolean) => {
      const asked = api.agents[':id'].favourite
      if (favourite) await unwrap(asked.$put({ param: { id } }))
      else await unwrap(asked.$delete({ param: { id } }))
    },
    onMutate: async (favourite) => {
      await queryClient.cancelQueries({ queryKey: agentKey(id) })
      await queryClient.cancelQueries({ queryKey: favouritesKey })
      showFavourite(queryClient, agent, favourite)
    },
    onError: (error, favourite) => {
      showFavourite(queryClient, agent, !favourite)
      toast.error(texts.favouriteNotChanged(agent.name, favourite, explainError(error)))
    },
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey }) !== 1) return
      return Promise.all([
        queryClient.invalidateQueries({ queryKey: agentKey(id) }),
        queryClient.invalidateQueries({ queryKey: favouritesKey }),
      ])
    },
  })
}

function showFavourite(queryClient: QueryClient, agent: FavouriteAgent, favourite: boolean): void {
  queryClient.setQueriesData<Agent | null>(
    { queryKey: agentKey(agent.id) },
    (known) => known && { ...known, favourite },
  )
  queryClient.setQueriesData<FavouriteAgent[]>({ queryKey: favouritesKey }, (kept) => {
    const others = kept?.filter(({ id }) => id !== agent.id)
    return others && (favourite ? [agent, ...others] : others)
  })
}
