import { queryOptions } from '@tanstack/react-query'
import type { AgentPage, AgentSummary } from '../../../../shared/agents/agents.ts'
import { limits } from '../../../../shared/common/limits.ts'
import { listQuery } from '../../../blocks/list/list-query.ts'
import { type Api, unwrap } from '../../../lib/http/api.ts'
import { type AgentFilter, agentsKey } from './agent-list.ts'

/** All that a wallet owns, newest first, page by page; hidden agents and drafts included. */
export function myAgentsQuery(api: Api, owner: string) {
  return listQuery([...agentsKey, 'mine', owner], async (page, options) => {
    const { agents, nextCursor } = await unwrap(api.me.agents.$get({ query: page }, options))
    return { items: agents, nextCursor }
  })
}

/** Everything that a wallet has not published yet and that fits the filter: drafts are few, and the matrix shows them first. */
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

/** The newest of what a wallet owns and that fits a filter, for whoever looks for one of them. */
export function myMatchesQuery(api: Api, owner: string, filter: AgentFilter) {
  return queryOptions({
    queryKey: [...agentsKey, 'my matches', owner, filter],
    queryFn: async ({ signal }): Promise<AgentSummary[]> =>
      (await unwrap(api.me.agents.$get({ query: filter }, { init: { signal } }))).agents,
  })
}
