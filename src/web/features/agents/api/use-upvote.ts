import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Agent, AgentSummary } from '../../../../shared/agents/agents.ts'
import { withItems } from '../../../blocks/list/list-data.ts'
import type { ListData } from '../../../blocks/list/list-query.ts'
import { unwrap, useApi } from '../../../lib/http/api.ts'
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
  const api = useApi()
  const queryClient = useQueryClient()
  const mutationKey = [...agentsKey, 'upvote', id]
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    mutationFn: async ({ upvoted }: Vote) => {
      const { upvote } = api.agents[':id']
      if (upvoted) await unwrap(upvote.$put({ param: { id } }))
      else await unwrap(upvote.$delete({ param: { id } }))
    },
    onMutate: async (vote) => {
      await queryClient.cancelQueries({ queryKey: agentKey(id) })
      const before = queryClient
        .getQueriesData<Agent>({ queryKey: agentKey(id) })
        .find(([, agent]) => agent)?.[1]
      showVote(queryClient, id, vote)
      return before
    },
    onError: (error, _vote, before) => {
      if (before) showVote(queryClient, id, before)
      toast.error(texts.upvoteNotCounted(explainError(error)))
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
