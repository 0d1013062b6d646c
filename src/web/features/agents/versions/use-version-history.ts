import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Agent } from '../../../../shared/agents/agents.ts'
import { listOf } from '../../../blocks/list/list-state.ts'
import { useApi } from '../../../lib/http/api.ts'
import { agentQuery } from '../api/agent.ts'
import { invalidateAgents } from '../api/agent-list.ts'
import { agentVersionsQuery, restoreVersion } from '../api/agent-versions.ts'

/** A way back that was just taken: `number` is what the agent is again, `from` what it was before. */
export interface Restored {
  number: number
  from: number
  /** What it is now. */
  now: number
}

/** The versions of an own agent, and the way back to each. Going back is a version too, so nothing is lost by it. */
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
    // After a refusal, too: it says that there is something newer.
    onSettled: () => invalidateAgents(queryClient),
  })
  return { history: listOf(versions, versions.data?.versions ?? []), restored, goBack }
}
