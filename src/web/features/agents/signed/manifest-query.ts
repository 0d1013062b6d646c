import { queryOptions } from '@tanstack/react-query'
import type { AgentManifestView } from '../../../../shared/agents/signed-version.ts'
import { type Api, unwrap } from '../../../lib/http/api.ts'
import { agentKey } from '../api/agent.ts'

/** @param viewer only its owner can open a hidden agent */
export function manifestQuery(api: Api, id: string, viewer: string | null) {
  return queryOptions({
    queryKey: [...agentKey(id), 'manifest', viewer],
    queryFn: ({ signal }): Promise<AgentManifestView> =>
      unwrap(api.agents[':id'].manifest.$get({ param: { id } }, { init: { signal } })),
  })
}
