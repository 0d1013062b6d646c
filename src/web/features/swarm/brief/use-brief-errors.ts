import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '../../../../shared/common/limits.ts'
import { useApi } from '../../../lib/http/api.ts'
import { findAgentQuery } from '../../../lib/http/find-agent-query.ts'
import { type BriefErrors, type BriefField, type BriefValues, readBrief } from './brief-values.ts'

/**
 * What is wrong with the form, as far as it is to be shown: before it was tried only what can't come right by going on
 * with it.
 * @param viewer the wallet of the session: whom it can see depends on it
 * @param refused what the server said is wrong with these very values
 */
export function useBriefErrors(values: BriefValues, viewer: string | null | undefined, refused: BriefErrors) {
  const [tried, setTried] = useState(false)
  const gone = useGoneAgents(values, viewer)
  const read = readBrief(values)
  const errors: BriefErrors = read.ok ? {} : read.errors
  if (gone.length > 0)
    errors.agentIds =
      gone.length === 1
        ? 'One agent is not there any more. Remove it, or choose another.'
        : 'Some agents are not there any more. Remove them, or choose others.'
  const isPlain: Record<BriefField, boolean> = {
    task: values.task.trim().length > limits.swarmTask,
    agentIds: gone.length > 0,
    mode: false,
    rounds: false,
    words: values.words !== null,
  }
  return {
    /** Agents that are not there any more. */
    gone,
    /** What keeps the form from being sent. */
    errors,
    errorOf: (field: BriefField) => (tried || isPlain[field] ? errors[field] : undefined) ?? refused[field],
    /** It was tried to send it: from now on all is shown; or it was sent, and the next one begins. */
    setTried,
  }
}

/** Those of the form that the wallet can't see any more; whom nobody could ask about counts as there. */
function useGoneAgents({ agents }: BriefValues, viewer: string | null | undefined): string[] {
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
    // While one more is asked about, the others stay what they were.
    placeholderData: (before) => before?.filter((id) => ids.includes(id)),
  })
  return data ?? []
}
