import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Agent, AgentSummary } from '../../../../shared/agents/agents.ts'
import { withItems } from '../../../blocks/list/list-data.ts'
import type { ListData } from '../../../blocks/list/list-query.ts'
import { useOneMutation } from '../../../lib/hooks/use-one-mutation.ts'
import { type Api, unwrap, useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { requireSignIn } from '../../../lib/http/identity.ts'
import { toast } from '../../../ui/toast.ts'
import { agentQuery } from '../api/agent.ts'
import { agentsKey, invalidateAgents } from '../api/agent-list.ts'
import { sayLikeness } from '../api/say-likeness.ts'
import * as texts from './texts.ts'

/** Decision 9; it can't be undone. @param isSignedIn otherwise it requests a signature where one is needed */
export function usePublishAgent(
  agent: Pick<AgentSummary, 'id' | 'name' | 'owner'>,
  { isSignedIn = false } = {},
) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useOneMutation({
    mutationKey: [...agentsKey, 'publish', agent.id],
    mutationFn: async () => {
      if (!isSignedIn && (await requireSignIn()) === null) return
      const published = await unwrap(api.agents[':id'].publish.$post({ param: { id: agent.id } }))
      toast.success((published.visibilityEnabled ? texts.published : texts.publishedDormant)(agent.name))
      sayLikeness(published)
      showReach(queryClient, api, published)
      await invalidateAgents(queryClient)
      // Its code loads where somebody publishes.
      void import('./sign-version.ts')
        .then(({ offerSignature }) => offerSignature({ api, queryClient, agent }))
        .catch(() => {})
    },
    onError: (error) => toast.error(texts.notPublished(explainError(error))),
  })
}

/** Whom an own agent reaches since a change shows at once, even if nothing can be loaded again. */
export function showReach(queryClient: QueryClient, api: Api, changed: Agent): void {
  const { id, owner, isPublic, visibilityEnabled } = changed
  const shown = <Known extends AgentSummary>(one: Known): Known =>
    one.id === id ? { ...one, isPublic, visibilityEnabled } : one
  queryClient.setQueryData(agentQuery(api, id, owner).queryKey, (known) => known && shown(known))
  queryClient.setQueriesData<ListData<AgentSummary>>(
    { queryKey: [...agentsKey, 'mine'] },
    (data) => data && withItems(data, shown),
  )
  queryClient.setQueriesData<AgentSummary[]>({ queryKey: [...agentsKey, 'drafts'] }, (drafts) =>
    drafts?.map(shown),
  )
}
