import { useInfiniteQuery } from '@tanstack/react-query'
import type { AgentSummary } from '../../../../shared/agents.ts'
import { useApi } from '../../../lib/api.ts'
import { explainError } from '../../../lib/explain-error.ts'
import { useIdentity } from '../../../lib/identity.ts'
import { type MorePages, morePages } from '../../../lib/more-pages.ts'
import { myAgentsQuery } from '../api/my-agents.ts'

/** What the owner's page shows. */
export type Assets =
  | { state: 'visitor' }
  | { state: 'unproved' }
  | { state: 'loading' }
  | { state: 'failed'; problem: string; retry: () => void }
  | { state: 'empty' }
  | {
      state: 'full'
      agents: AgentSummary[]
      more: MorePages | undefined
    }

/** Section 6: the agents whose owner is the signed-in wallet. A wallet that has not signed in proves nothing yet. */
export function useAssets(): Assets {
  const api = useApi()
  const identity = useIdentity()
  const owner = identity.state === 'signed-in' ? identity.address : ''
  const mine = useInfiniteQuery({ ...myAgentsQuery(api, owner), enabled: owner !== '' })
  if (identity.state === 'visitor') return { state: 'visitor' }
  if (identity.state === 'connected') return { state: 'unproved' }
  const { data, error } = mine
  if (!data)
    return error
      ? { state: 'failed', problem: explainError(error), retry: () => void mine.refetch() }
      : { state: 'loading' }
  const agents = data.pages.flatMap((page) => page.agents)
  if (agents.length === 0) return { state: 'empty' }
  return { state: 'full', agents, more: morePages(mine) }
}
