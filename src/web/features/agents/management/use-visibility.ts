import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AgentSummary } from '../../../../shared/agents.ts'
import { useApi } from '../../../lib/api.ts'
import { toast } from '../../../ui/toast.ts'
import { invalidateAgents } from '../api/agent-list.ts'
import { changeAgent } from '../api/change-agent.ts'

/**
 * Section 4: flips whether an agent answers others, saves it, then reloads the owner's list.
 * The message follows from the state before the change.
 */
export function useVisibility(onOutcome: (failed: boolean) => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, visibilityEnabled }: AgentSummary) =>
      changeAgent(api, id, { visibilityEnabled: !visibilityEnabled }),
    onSuccess: (_changed, { visibilityEnabled: wasVisible }) => {
      onOutcome(false)
      toast.success(wasVisible ? 'Neural pattern hidden' : 'Neural pattern visible')
    },
    onError: () => onOutcome(true),
    onSettled: () => invalidateAgents(queryClient),
  })
}
