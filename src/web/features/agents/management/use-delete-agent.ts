import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AgentSummary } from '../../../../shared/agents.ts'
import { UNDO_DELETE_MS } from '../../../../shared/limits.ts'
import { useApi } from '../../../lib/api.ts'
import { explainError } from '../../../lib/explain-error.ts'
import { toast } from '../../../ui/toast.ts'
import { invalidateAgents } from '../api/agent-list.ts'
import { deleteAgent, restoreAgent } from '../api/delete-agent.ts'

/** Deletes an own agent and offers for ten seconds to undo it, wherever the person has gone meanwhile (decision 11). */
export function useDeleteAgent(onDeleted: () => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  const restore = async ({ id, name }: AgentSummary) => {
    try {
      await restoreAgent(api, id)
      toast.success(`${name} is back.`)
    } catch (error) {
      toast.error(`${name} could not be brought back. ${explainError(error)}`)
    }
    await invalidateAgents(queryClient)
  }
  return useMutation({
    mutationFn: (agent: AgentSummary) => deleteAgent(api, agent.id),
    onSuccess: (_nothing, agent) =>
      toast.success(`${agent.name} is deleted.`, {
        duration: UNDO_DELETE_MS,
        action: { label: 'Undo', onClick: () => void restore(agent) },
      }),
    onSettled: async (_nothing, error) => {
      await invalidateAgents(queryClient)
      if (!error) onDeleted()
    },
  })
}
