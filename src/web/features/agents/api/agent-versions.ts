import { queryOptions } from '@tanstack/react-query'
import type { AgentVersions } from '../../../../shared/agents/agent-versions.ts'
import type { Agent } from '../../../../shared/agents/agents.ts'
import { type Api, unwrap } from '../../../lib/http/api.ts'
import { agentsKey } from './agent-list.ts'

/** The kept versions of an own agent, newest first. */
export function agentVersionsQuery(api: Api, id: string, owner: string) {
  return queryOptions({
    queryKey: [...agentsKey, 'versions', id, owner],
    queryFn: ({ signal }): Promise<AgentVersions> =>
      unwrap(api.agents[':id'].versions.$get({ param: { id } }, { init: { signal } })),
  })
}

/**
 * Makes an own agent what a version of it was.
 * @param basedOn the version that it is now
 * @throws {ApiError} `conflict` where it is another by now
 */
export function restoreVersion(api: Api, id: string, number: number, basedOn: number): Promise<Agent> {
  return unwrap(
    api.agents[':id'].versions[':number'].restore.$post({
      param: { id, number: String(number) },
      json: { basedOn },
    }),
  )
}

/** Makes a draft of an own agent. @param copyId the draft's, with which trying again makes no second one @throws {ApiError} */
export function duplicateAgent(api: Api, id: string, copyId: string): Promise<Agent> {
  return unwrap(api.agents[':id'].duplicate.$post({ param: { id }, json: { id: copyId } }))
}
