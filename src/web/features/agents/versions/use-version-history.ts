import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Agent } from '../../../../shared/agents/agents.ts'
import { listOf } from '../../../blocks/list/list-state.ts'
import { useApi } from '../../../lib/http/api.ts'
import { agentQuery } from '../api/agent.ts'
import { invalidateAgents } from '../api/agent-list.ts'
import { agentVersionsQuery, restoreVersion } from '../api/agent-versions.ts'

/** A version that was just restored: `number` is the restored version, `from` the one before. */
interface Restored {
  number: number
  from: number
  now: number
}

/** Restoring creates a new version, so nothing is lost. */
export function useVersionHistory(agent: Pick<Agent, 'id' | 'owner'>, onRestored: (agent: Agent) => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  const versions = useQuery(agentVersionsQuery(api, agent.id, agent.owner))
  const [restored, setRestored] = useState<Restored>()
  const goBack = useMutation({
    /** @param basedOn the version that is replaced */
    mutationFn: ({ number, basedOn }: { number: number; basedOn: number }) =>
      restoreVersion(api, agent.id, number, basedOn),
    onSuccess: (now, { number, basedOn }) => {
      queryClient.setQueryData(agentQuery(api, agent.id, agent.owner).queryKey, now)
      onRestored(now)
      setRestored({ number, from: basedOn, now: now.version })
    },
    // Also after a refusal, which means that there is a newer version.
    onSettled: () => invalidateAgents(queryClient),
  })
  return { history: listOf(versions, versions.data?.versions ?? []), restored, goBack }
}
