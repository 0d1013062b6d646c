import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../../lib/http/api.ts'
import { findAgentQuery } from '../../../lib/http/find-agent-query.ts'
import * as texts from '../texts.ts'
import type { BriefErrors, BriefValues } from './brief-values.ts'

export function goneErrors(gone: readonly string[]): BriefErrors {
  if (gone.length === 0) return {}
  return {
    agentIds: gone.length === 1 ? texts.oneGone : texts.someGone,
  }
}

/** An agent whose request failed counts as existing. @param viewer determines which agents are visible */
export function useGoneAgents({ agents }: BriefValues, viewer: string | null | undefined): string[] {
  const api = useApi()
  const client = useQueryClient()
  const ids = agents.map(({ id }) => id)
  const { data } = useQuery({
    queryKey: ['agents', 'gone', ids, viewer],
    queryFn: async () => {
      const asked = ids.map((id) => client.fetchQuery(findAgentQuery(api, id, viewer ?? null)))
      const found = await Promise.allSettled(asked)
      return ids.filter((_, index) => {
        const answer = found[index]
        return answer?.status === 'fulfilled' && answer.value === null
      })
    },
    enabled: viewer !== undefined && ids.length > 0,
    // While another agent is being checked, the results of the others stay.
    placeholderData: (before) => before?.filter((id) => ids.includes(id)),
  })
  return data ?? []
}
