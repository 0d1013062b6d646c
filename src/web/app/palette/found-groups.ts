import { categoryNames } from '../../../shared/agents/agent-defaults.ts'
import type { AgentSummary } from '../../../shared/agents/agents.ts'
import type { ConversationSummary } from '../../../shared/chat/conversations.ts'
import type { Realm } from '../../../shared/realms/realms.ts'
import type { SwarmSummary } from '../../../shared/swarm/swarm.ts'
import { addressOf } from '../../features/chat/history/api/conversation-list.ts'
import * as texts from '../texts.ts'

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
  /** The lists that have more than what is shown. */
  lists: FoundList[]
}

interface FoundList {
  name: string
  to: string
}

/** The most results per kind; its lists have the others. */
const MOST = 5

/** What one list has of it. */
interface Source {
  things: FoundThing[]
  hasMore: boolean
}
export const none: Source = { things: [], hasMore: false }

export const sourceOf = <Item>(
  query: { data: Item[] | undefined; hasNextPage: boolean },
  thingOf: (item: Item) => FoundThing,
): Source => ({ things: (query.data ?? []).map(thingOf), hasMore: query.hasNextPage })

export const conversationThing = (one: ConversationSummary): FoundThing => ({
  id: one.id,
  name: one.title,
  line: one.excerpt ?? one.agentName,
  to: addressOf(one),
  pictureUrl: one.agentImageUrl,
})

export const agentThing = ({ id, name, handle, category, pictureUrl }: AgentSummary): FoundThing => ({
  id,
  name,
  line: [...(handle === null ? [] : [`@${handle}`]), categoryNames[category]].join(' · '),
  to: `/chat/${id}`,
  pictureUrl,
})

export const realmThing = ({ id, name, description }: Realm): FoundThing => ({
  id,
  name,
  line: description,
  to: `/realm/${id}`,
})

export const runThing = ({ id, task, seats }: SwarmSummary): FoundThing => ({
  id,
  name: task,
  line: seats.map(({ agentName }) => agentName).join(', '),
  to: `/swarm/${id}`,
})

export function groupsOf(
  query: string,
  found: Record<'conversations' | 'ownAgents' | 'agents' | 'ownRealms' | 'realms' | 'runs', Source>,
): FoundGroup[] {
  const search = new URLSearchParams(query ? { query } : {})
  const at = (path: string, also: Record<string, string> = {}) => {
    const all = new URLSearchParams([...Object.entries(also), ...search])
    return all.size === 0 ? path : `${path}?${all}`
  }
  const isNamed = ({ name }: FoundThing) => name.toLowerCase().includes(query.toLowerCase())
  const runs = { ...found.runs, things: found.runs.things.filter(isNamed) }
  const groups = [
    groupOf('Conversations', [{ ...found.conversations, name: texts.hubTitle, to: at('/chat') }]),
    groupOf('Agents', [
      { ...found.ownAgents, name: texts.managementTitle, to: at('/management') },
      { ...found.agents, name: texts.matrixTitle, to: at('/vacant') },
    ]),
    groupOf('Realms', [
      { ...found.ownRealms, name: texts.yourRealms, to: at('/realm', { show: 'yours' }) },
      { ...found.realms, name: texts.allRealms, to: at('/realm') },
    ]),
    // Their list can't be searched.
    groupOf('Runs', [{ ...runs, ...(query === '' && { name: texts.swarmTitle, to: '/swarm' }) }]),
  ]
  return groups.filter(({ things }) => things.length > 0)
}

/** An item can be in the viewer's own list and in the public one. */
function groupOf(name: FoundGroup['name'], sources: readonly (Source & Partial<FoundList>)[]): FoundGroup {
  const all = new Map<string, FoundThing>()
  for (const thing of sources.flatMap(({ things }) => things))
    if (!all.has(thing.id)) all.set(thing.id, thing)
  const things = [...all.values()].slice(0, MOST)
  const shown = new Set(things.map(({ id }) => id))
  const lists = sources.flatMap(({ things, hasMore, name, to }) =>
    name && to && (hasMore || things.some(({ id }) => !shown.has(id))) ? [{ name, to }] : [],
  )
  return { name, things, lists }
}
