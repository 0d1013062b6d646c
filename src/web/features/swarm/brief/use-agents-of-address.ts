import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { limits } from '../../../../shared/common/limits.ts'
import { useApi } from '../../../lib/http/api.ts'
import { findAgentQuery } from '../../../lib/http/find-agent-query.ts'
import { useNavigate, useSearchParams } from '../../../lib/router/router.tsx'
import { toast } from '../../../ui/toast.ts'
import * as texts from '../texts.ts'
import type { BriefStore } from './brief-store.ts'
import { withAgent } from './brief-values.ts'

/** The ids of the agents in an address: `/swarm?agent=…&agent=…`. */
const readAgentIds = (search: URLSearchParams): string[] =>
  [...new Set(search.getAll('agent').map((id) => id.toLowerCase()))].slice(0, limits.swarmSeats.max)

/**
 * The address loses them once they are in the form.
 * @param viewer determines which agents are visible; undefined while it is not known
 */
export function useAgentsOfAddress(store: BriefStore, viewer: string | null | undefined): void {
  const api = useApi()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const ids = readAgentIds(search).join(' ')
  useEffect(() => {
    if (ids === '' || viewer === undefined) return
    let isGone = false
    const asked = ids.split(' ').map((id) => client.fetchQuery(findAgentQuery(api, id, viewer)))
    void Promise.allSettled(asked).then((answers) => {
      if (isGone) return
      const before = store.getValues()
      const agents = answers.flatMap((answer) =>
        answer.status === 'fulfilled' && answer.value ? [answer.value] : [],
      )
      const after = agents.reduce(
        (values, { id, name, pictureUrl }) => withAgent(values, { id, name, imageUrl: pictureUrl }),
        before,
      )
      store.change({ agents: after.agents })
      const isIn = (id: string) => after.agents.some((agent) => agent.id === id)
      if (agents.length < answers.length) toast.error(texts.notFoundInLink)
      else if (!agents.every(({ id }) => isIn(id))) toast.error(texts.notAddedFromLink(limits.swarmSeats.max))
      void navigate('/swarm', { replace: true, state: { sameScreen: true } })
    })
    return () => {
      isGone = true
    }
  }, [ids, viewer, store, api, client, navigate])
}
