import { useQuery } from '@tanstack/react-query'
import { categoryNames } from '../../../shared/agents/agent-defaults.ts'
import type { AgentSummary } from '../../../shared/agents/agents.ts'
import type { ConversationSummary } from '../../../shared/chat/conversations.ts'
import { askableSearch, searchProblem } from '../../../shared/common/search-text.ts'
import type { Realm } from '../../../shared/realms/realms.ts'
import type { SwarmSummary } from '../../../shared/swarm/swarm.ts'
import { firstPage, lastUsedFirst } from '../../blocks/list/list-data.ts'
import { ofSameOwner, useListQuery } from '../../blocks/list/list-state.ts'
import { agentListQuery } from '../../features/agents/api/agent-list.ts'
import { myMatchesQuery } from '../../features/agents/api/my-agents.ts'
import { addressOf, conversationListQuery } from '../../features/chat/history/api/conversation-list.ts'
import { myRealmsQuery, realmListQuery } from '../../features/realms/api/realm-list.ts'
import { runListQuery } from '../../features/swarm/api/runs.ts'
import { useApi } from '../../lib/http/api.ts'
import { explainError } from '../../lib/http/explain-error.ts'
import { useViewer } from '../../lib/session/viewer.ts'

export interface FoundThing {
  id: string
  name: string
  line: string
  to: string
  pictureUrl?: string
}

export interface FoundGroup {
  name: 'Conversations' | 'Agents' | 'Realms' | 'Runs'
  things: FoundThing[]
}

interface Found {
  groups: FoundGroup[]
  /** The results belong to an earlier text, or have not arrived yet. */
  searching: boolean
  problem: string | undefined
  failure: { problem: string; retry: () => void } | undefined
}

/** The most results per kind; with more words a person finds the others. */
const MOST = 5

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
      conversations: conversations.data ?? [],
      agents: [...(query ? (ownAgents.data ?? []) : []), ...(agents.data ?? [])],
      realms: [...(ownRealms.data ?? []), ...(query ? (realms.data ?? []) : [])],
      runs: runs.data ?? [],
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

function groupsOf(
  query: string,
  found: {
    conversations: readonly ConversationSummary[]
    agents: readonly AgentSummary[]
    realms: readonly Realm[]
    runs: readonly SwarmSummary[]
  },
): FoundGroup[] {
  const isNamed = ({ task }: { task: string }) => task.toLowerCase().includes(query.toLowerCase())
  const groups: FoundGroup[] = [
    {
      name: 'Conversations',
      things: found.conversations.map((found) => ({
        id: found.id,
        name: found.title,
        line: found.excerpt ?? found.agentName,
        to: addressOf(found),
        pictureUrl: found.agentImageUrl,
      })),
    },
    {
      name: 'Agents',
      things: found.agents.map((agent) => ({
        id: agent.id,
        name: agent.name,
        line: categoryNames[agent.category],
        to: `/chat/${agent.id}`,
        pictureUrl: agent.pictureUrl,
      })),
    },
    {
      name: 'Realms',
      things: found.realms.map((realm) => ({
        id: realm.id,
        name: realm.name,
        line: realm.description,
        to: `/realm/${realm.id}`,
      })),
    },
    {
      name: 'Runs',
      things: found.runs.filter(isNamed).map(({ id, task, seats }) => ({
        id,
        name: task,
        line: seats.map(({ agentName }) => agentName).join(', '),
        to: `/swarm/${id}`,
      })),
    },
  ]
  return groups
    .map(({ name, things }) => ({ name, things: firstOfEach(things).slice(0, MOST) }))
    .filter(({ things }) => things.length > 0)
}

/** An item can be in the viewer's own list and in the public one. */
function firstOfEach(things: readonly FoundThing[]): FoundThing[] {
  return [...new Map(things.toReversed().map((thing) => [thing.id, thing])).values()].toReversed()
}
