import { queryOptions } from '@tanstack/react-query'
import type { AgentPage, AgentSummary } from '../../../../shared/agents/agents.ts'
import { limits } from '../../../../shared/common/limits.ts'
import { listQuery } from '../../../blocks/list/list-query.ts'
import { type Api, unwrap } from '../../../lib/http/api.ts'
import { type AgentFilter, agentsKey } from './agent-list.ts'

/** Query for all agents of a wallet, newest first, in pages; includes hidden agents and drafts. */
export function myAgentsQuery(api: Api, owner: string, query: string) {
  return listQuery([...agentsKey, 'mine', owner, query], async (page, options) => {
    const { agents, nextCursor } = await unwrap(
      api.me.agents.$get({ query: { ...(query && { query }), ...page } }, options),
    )
    return { items: agents, nextCursor }
  })
}

/** It has no pages: drafts are few, and the matrix shows them first. */
export function myDraftsQuery(api: Api, owner: string, filter: AgentFilter) {
  return queryOptions({
    queryKey: [...agentsKey, 'drafts', owner, filter],
    queryFn: async ({ signal }): Promise<AgentSummary[]> => {
      const drafts: AgentSummary[] = []
      let cursor: string | null = null
      do {
        const page: AgentPage = await unwrap(
          api.me.agents.$get(
            {
              query: {
                ...filter,
                state: 'draft',
                limit: limits.listPageMax,
                ...(cursor && { cursor }),
              },
            },
            { init: { signal } },
          ),
        )
        drafts.push(...page.agents)
        cursor = page.nextCursor
      } while (cursor)
      return drafts
    },
  })
}

export function myMatchesQuery(api: Api, owner: string, filter: AgentFilter) {
  return queryOptions({
    queryKey: [...agentsKey, 'my matches', owner, filter],
    queryFn: async ({ signal }): Promise<AgentSummary[]> =>
      (await unwrap(api.me.agents.$get({ query: filter }, { init: { signal } }))).agents,
  })
}
