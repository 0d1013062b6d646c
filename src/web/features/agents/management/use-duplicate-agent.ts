import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Agent, AgentSummary } from '../../../../shared/agents/agents.ts'
import { useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { newId } from '../../../lib/new-id.ts'
import { toast } from '../../../ui/toast.ts'
import { invalidateAgents } from '../api/agent-list.ts'
import { duplicateAgent } from '../api/agent-versions.ts'
import * as texts from './texts.ts'

/**
 * A mutation that duplicates an own agent as a draft. A retry after a failure does not create a second one.
 * @param onDuplicated not called for somebody who has left for another screen
 */
export function useDuplicateAgent(onDuplicated: (draft: Agent) => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  const copyId = useRef<string>(undefined)
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return useMutation({
    mutationFn: (agent: AgentSummary) => {
      copyId.current ??= newId()
      return duplicateAgent(api, agent.id, copyId.current)
    },
    onSuccess: (draft) => {
      copyId.current = undefined
      toast.success(texts.duplicated(draft.name))
      if (isShown.current) onDuplicated(draft)
      return invalidateAgents(queryClient)
    },
    onError: (error, agent) => toast.error(texts.notDuplicated(agent.name, explainError(error))),
  })
}
