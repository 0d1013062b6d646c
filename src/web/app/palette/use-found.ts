import { useQuery } from '@tanstack/react-query'
import { askableSearch, searchProblem } from '../../../shared/common/search-text.ts'
import { firstPage, lastUsedFirst } from '../../blocks/list/list-data.ts'
import { ofSameOwner, useListQuery } from '../../blocks/list/list-state.ts'
import { agentListQuery } from '../../features/agents/api/agent-list.ts'
import { myMatchesQuery } from '../../features/agents/api/my-agents.ts'
import { conversationListQuery } from '../../features/chat/history/api/conversation-list.ts'
import { myRealmsQuery, realmListQuery } from '../../features/realms/api/realm-list.ts'
import { runListQuery } from '../../features/swarm/api/runs.ts'
import { useApi } from '../../lib/http/api.ts'
import { explainError } from '../../lib/http/explain-error.ts'
import { useViewer } from '../../lib/session/viewer.ts'
import {
  agentThing,
  conversationThing,
  type FoundGroup,
  groupsOf,
  none,
  realmThing,
  runThing,
  sourceOf,
} from './found-groups.ts'

interface Found {
  groups: FoundGroup[]
  /** The results belong to an earlier text, or have not arrived yet. */
  searching: boolean
  problem: string | undefined
  failure: { problem: string; retry: () => void } | undefined
}

/** Without a text: what was used last, and the newest agents. Cached results of the screens' own lists show at once. */
export function useFound(text: string): Found {
  const api = useApi()
  const viewer = useViewer()
  const owner = viewer ?? undefined
  const query = askableSearch(text)
  const filter = query ? { query } : {}
  const conversations = useListQuery(conversationListQuery(api, owner ?? '', filter), {
    owner,
    arrange: lastUsedFirst,
  })
  const agents = useListQuery(agentListQuery(api, filter), { arrange: firstPage })
  const ownAgents = useQuery({
    ...myMatchesQuery(api, owner ?? '', filter),
    enabled: owner !== undefined && query !== '',
    placeholderData: ofSameOwner(owner),
  })
  const realms = useListQuery(realmListQuery(api, filter), { enabled: query !== '', arrange: firstPage })
  const ownRealms = useListQuery(myRealmsQuery(api, owner ?? '', query), { owner, arrange: firstPage })
  const runs = useListQuery(runListQuery(api, owner ?? ''), { owner, arrange: lastUsedFirst })

  const asked = [conversations, agents, ownAgents, realms, ownRealms, runs]
  // A disabled query may show placeholder data too, so only active ones count.
  const isAwaited = (one: (typeof asked)[number]) =>
    one.fetchStatus !== 'idle' && (one.isPending || one.isPlaceholderData)
  const failed = asked.filter(({ isLoadingError }) => isLoadingError)
  return {
    groups: groupsOf(query, {
      conversations: sourceOf(conversations, conversationThing),
      ownAgents: query ? { things: (ownAgents.data ?? []).map(agentThing), hasMore: false } : none,
      agents: sourceOf(agents, agentThing),
      ownRealms: sourceOf(ownRealms, realmThing),
      realms: query ? sourceOf(realms, realmThing) : none,
      runs: sourceOf(runs, runThing),
    }),
    searching: viewer === undefined || asked.some(isAwaited),
    problem: searchProblem(text),
    failure: failed[0]?.error
      ? {
          problem: explainError(failed[0].error),
          retry: () => {
            for (const one of failed) void one.refetch()
          },
        }
      : undefined,
  }
}
