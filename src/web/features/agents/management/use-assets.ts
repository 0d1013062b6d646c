import type { AgentSummary } from '../../../../shared/agents/agents.ts'
import { type List, useList } from '../../../blocks/list/list-state.ts'
import { useApi } from '../../../lib/http/api.ts'
import { useHere } from '../../../lib/session/viewer.ts'
import { myAgentsQuery } from '../api/my-agents.ts'

/** What the owner's page shows. `connected` has a wallet that has not signed in, which proves nothing yet. */
export type Assets = { state: 'visitor' } | { state: 'connected' } | List<AgentSummary>

/** Section 6: the agents whose owner is the wallet of the session, connected or not (decision 28). */
export function useAssets(): Assets {
  const here = useHere()
  const owner = here.state === 'signed-in' ? here.address : undefined
  const list = useList(myAgentsQuery(useApi(), owner ?? ''), { owner })
  return here.state === 'visitor' || here.state === 'connected' ? { state: here.state } : list
}
