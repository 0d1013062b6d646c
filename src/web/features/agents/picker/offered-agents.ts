import type { Category } from '../../../../shared/agents/agent-defaults.ts'
import type { AgentSummary } from '../../../../shared/agents/agents.ts'
import type { FavouriteAgent } from '../api/favourites.ts'

/** An agent as a conversation with it knows it. */
export interface RecentAgent {
  id: string
  name: string
  pictureUrl: string
}

/** An agent to begin with. */
export interface OfferedAgent extends RecentAgent {
  /** Unknown of one that no list has. */
  category: Category | undefined
  /** Where a search found its words, when they are not in the name. */
  excerpt?: string
}

export interface OfferedGroup {
  name: string
  agents: OfferedAgent[]
}

/** More of those that were talked with would hide everybody else. */
const MOST_RECENT = 5

/** As many show of what a search found beside the conversations; the Matrix has the rest. */
const MOST_FOUND = 8

/** What an excerpt shows before the words that were searched for, in UTF-16 units. */
const BEFORE = 32

/** Whom a person can begin with, each once: what they keep at hand, those they talked with, and the other public ones. */
export function offeredAgents(from: {
  favourites: readonly FavouriteAgent[]
  recent: readonly RecentAgent[]
  listed: readonly AgentSummary[]
}): OfferedGroup[] {
  const known = new Set<string>()
  const category = categoriesOf([...from.favourites, ...from.listed])
  const group = (name: string, agents: readonly RecentAgent[], most = agents.length): OfferedGroup => {
    const offered = agents
      .filter(({ id }) => !known.has(id))
      .slice(0, most)
      .map(({ id, name, pictureUrl }) => ({ id, name, pictureUrl, category: category.get(id) }))
    for (const { id } of offered) known.add(id)
    return { name, agents: offered }
  }
  return [
    group('Favourites', from.favourites),
    group('Recently used', from.recent, MOST_RECENT),
    group('Public agents', from.listed),
  ].filter(({ agents }) => agents.length > 0)
}

/**
 * The agents that have some words in their name or description, each once: first those a person knows, then their own,
 * then the public ones; and whether there were more than are shown.
 * @param from the own and the public ones come narrowed already
 */
export function foundAgents(
  from: {
    favourites: readonly FavouriteAgent[]
    recent: readonly RecentAgent[]
    own: readonly AgentSummary[]
    listed: readonly AgentSummary[]
  },
  query: string,
): { agents: OfferedAgent[]; more: boolean } {
  const words = query.toLowerCase()
  const familiar: FavouriteAgent[] = [...from.favourites, ...from.recent]
  const narrowed: FavouriteAgent[] = [...from.own, ...from.listed]
  const category = categoriesOf([...familiar, ...narrowed])
  const found = new Map<string, OfferedAgent>()
  for (const agent of [...matching(familiar, query), ...narrowed]) {
    const { id, name, pictureUrl, description } = agent
    if (found.has(id)) continue
    const excerpt =
      description && !has(name, words) && has(description, words) && excerptOf(description, words)
    found.set(id, { id, name, pictureUrl, category: category.get(id), ...(excerpt && { excerpt }) })
  }
  return { agents: [...found.values()].slice(0, MOST_FOUND), more: found.size > MOST_FOUND }
}

/** Those of some agents that have the words in their name or description. */
export function matching<Agent extends FavouriteAgent>(agents: readonly Agent[], query: string): Agent[] {
  const words = query.toLowerCase()
  return agents.filter(({ name, description = '' }) => has(name, words) || has(description, words))
}

const has = (text: string, words: string) => text.toLowerCase().includes(words)

function categoriesOf(agents: readonly FavouriteAgent[]): Map<string, Category> {
  return new Map(agents.flatMap(({ id, category }) => (category ? [[id, category] as const] : [])))
}

/** A text from a little before the words on, cut at a space. */
function excerptOf(text: string, words: string): string {
  const line = text.replace(/\s+/g, ' ')
  const at = line.toLowerCase().indexOf(words)
  if (at <= BEFORE) return line
  const space = line.indexOf(' ', at - BEFORE)
  return `…${line.slice(space >= 0 && space < at ? space + 1 : at)}`
}
