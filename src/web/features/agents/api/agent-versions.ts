import { queryOptions } from '@tanstack/react-query'
import type { AgentVersions } from '../../../../shared/agents/agent-versions.ts'
import type { Agent } from '../../../../shared/agents/agents.ts'
import { type Api, unwrap } from '../../../lib/http/api.ts'
import { agentsKey } from './agent-list.ts'

export function agentVersionsQuery(api: Api, id: string, owner: string) {
  return queryOptions({
    queryKey: [...agentsKey, 'versions', id, owner],
    queryFn: ({ signal }): Promise<AgentVersions> =>
      unwrap(api.agents[':id'].versions.$get({ param: { id } }, { init: { signal } })),
  })
}

/** Both never change. */
export function personaOfVersionQuery(api: Api, id: string, number: number) {
  return queryOptions({
    queryKey: [...agentsKey, 'persona of a version', id, number],
    queryFn: ({ signal }) =>
      unwrap(
        api.agents[':id'].versions[':number'].persona.$get(
          { param: { id, number: String(number) } },
          { init: { signal } },
        ),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/**
 * @param basedOn the number of its current version
 * @throws {ApiError} `conflict` if the current version is another one
 */
export function restoreVersion(api: Api, id: string, number: number, basedOn: number): Promise<Agent> {
  return unwrap(
    api.agents[':id'].versions[':number'].restore.$post({
      param: { id, number: String(number) },
      json: { basedOn },
    }),
  )
}

/** @param copyId the id of the draft; repeating the request with it creates no second one @throws {ApiError} */
export function duplicateAgent(api: Api, id: string, copyId: string): Promise<Agent> {
  return unwrap(api.agents[':id'].duplicate.$post({ param: { id }, json: { id: copyId } }))
}
