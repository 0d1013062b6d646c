import { queryOptions } from '@tanstack/react-query'
import type { EnteredLore, OwnPersona, TryLore } from '../../../../shared/agents/own-persona.ts'
import { type Api, unwrap } from '../../../lib/http/api.ts'
import { agentKey } from '../api/agent.ts'

export const personaQuery = (api: Api, agentId: string) =>
  queryOptions({
    queryKey: [...agentKey(agentId), 'persona'],
    queryFn: ({ signal }) =>
      unwrap(api.agents[':id'].persona.$get({ param: { id: agentId } }, { init: { signal } })),
  })

/** Resolves to the agent's version that has the persona. @throws {ApiError} `conflict` if `basedOn` is an older one */
export async function savePersona(api: Api, agentId: string, json: OwnPersona): Promise<number> {
  return (await unwrap(api.agents[':id'].persona.$put({ param: { id: agentId }, json }))).version
}

/** What would enter from a lorebook if this were said. @throws {ApiError} */
export const tryLore = (api: Api, agentId: string, json: TryLore): Promise<EnteredLore> =>
  unwrap(api.agents[':id'].lore.$post({ param: { id: agentId }, json }))
