import { useInfiniteQuery } from '@tanstack/react-query'
import type { AgentSummary } from '../../../../shared/agents/agents.ts'
import { useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { type MorePages, morePages } from '../../../lib/http/more-pages.ts'
import { useHere } from '../../../lib/session/viewer.ts'
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

/**
 * Section 6: the agents whose owner is the wallet of the session, connected or not (decision 28). A wallet that has not
 * signed in proves nothing yet.
 */
export function useAssets(): Assets {
  const api = useApi()
  const here = useHere()
  const owner = here.state === 'signed-in' ? here.address : ''
  const mine = useInfiniteQuery({ ...myAgentsQuery(api, owner), enabled: owner !== '' })
  if (here.state === 'visitor') return { state: 'visitor' }
  if (here.state === 'connected') return { state: 'unproved' }
  const { data, error } = mine
  if (!data)
    return error
      ? { state: 'failed', problem: explainError(error), retry: () => void mine.refetch() }
      : { state: 'loading' }
  const agents = data.pages.flatMap((page) => page.agents)
  if (agents.length === 0) return { state: 'empty' }
  return { state: 'full', agents, more: morePages(mine) }
}
