import type { AgentSummary } from '../../../../shared/agents/agents.ts'
import { type List, useList } from '../../../blocks/list/list-state.ts'
import { useApi } from '../../../lib/http/api.ts'
import { useHere } from '../../../lib/session/viewer.ts'
import { myAgentsQuery } from '../api/my-agents.ts'

/** The state of the owner's page. `connected` means a wallet that has not signed in and therefore proves nothing. */
export type Assets = { state: 'visitor' } | { state: 'connected' } | List<AgentSummary>

/** Section 6: the agents of the session's wallet, whether it is connected or not (decision 28). */
export function useAssets(): Assets {
  const here = useHere()
  const owner = here.state === 'signed-in' ? here.address : undefined
  const list = useList(myAgentsQuery(useApi(), owner ?? ''), { owner })
  return here.state === 'visitor' || here.state === 'connected' ? { state: here.state } : list
}
