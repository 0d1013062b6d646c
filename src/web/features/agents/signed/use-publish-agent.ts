import { useQueryClient } from '@tanstack/react-query'
import type { AgentSummary } from '../../../../shared/agents/agents.ts'
import { useOneMutation } from '../../../lib/hooks/use-one-mutation.ts'
import { unwrap, useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { requireSignIn } from '../../../lib/http/identity.ts'
import { toast } from '../../../ui/toast.ts'
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
      toast.success(texts.published(agent.name))
      sayLikeness(published)
      await invalidateAgents(queryClient)
      // Its code loads where somebody publishes.
      void import('./sign-version.ts')
        .then(({ offerSignature }) => offerSignature({ api, queryClient, agent }))
        .catch(() => {})
    },
    onError: (error) => toast.error(texts.notPublished(explainError(error))),
  })
}
