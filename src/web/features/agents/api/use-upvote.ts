import { mutationOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Agent, AgentSummary } from '../../../../shared/agents/agents.ts'
import { withItems } from '../../../blocks/list/list-data.ts'
import type { ListData } from '../../../blocks/list/list-query.ts'
import { type Api, unwrap, useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { toast } from '../../../ui/toast.ts'
import * as texts from '../texts.ts'
import { agentKey } from './agent.ts'
import { agentsKey } from './agent-list.ts'

type Vote = Pick<Agent, 'upvotes' | 'upvoted'>

/**
 * Decision 10. Optimistic, and rolled back if the server refuses. Quick clicks are sent one after the other, so that
 * the last one wins.
 */
export function useUpvote(id: string) {
  const said = (error: Error) => toast.error(texts.upvoteNotCounted(explainError(error)))
  return useMutation(upvoting(useApi(), useQueryClient(), id, said))
}

export function upvoting(api: Api, queryClient: QueryClient, id: string, onRefused: (error: Error) => void) {
  const mutationKey = [...agentsKey, 'upvote', id]
  return mutationOptions({
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    mutationFn: async ({ upvoted }: Vote) => {
      const { upvote } = api.agents[':id']
      if (upvoted) await unwrap(upvote.$put({ param: { id } }))
      else await unwrap(upvote.$delete({ param: { id } }))
    },
    onMutate: async (vote) => {
      await queryClient.cancelQueries({ queryKey: agentKey(id) })
      showVote(queryClient, id, vote)
    },
    onError: (error, { upvoted, upvotes }) => {
      showVote(queryClient, id, { upvoted: !upvoted, upvotes: upvotes + (upvoted ? -1 : 1) })
      onRefused(error)
    },
    onSettled: () =>
      queryClient.isMutating({ mutationKey }) === 1
        ? queryClient.invalidateQueries({ queryKey: agentKey(id) })
        : undefined,
  })
}

function showVote(queryClient: QueryClient, id: string, { upvotes, upvoted }: Vote): void {
  queryClient.setQueriesData<Agent>(
    { queryKey: agentKey(id) },
    (agent) => agent && { ...agent, upvotes, upvoted },
  )
  for (const list of ['list', 'mine'])
    queryClient.setQueriesData<ListData<AgentSummary>>(
      { queryKey: [...agentsKey, list] },
      (data) => data && withItems(data, (agent) => (agent.id === id ? { ...agent, upvotes } : agent)),
    )
}
