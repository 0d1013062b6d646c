import type { Category } from '../../../../shared/agents/agent-defaults.ts'
import type { AgentSummary } from '../../../../shared/agents/agents.ts'
import type { FavouriteAgent } from '../api/favourites.ts'
import * as texts from './texts.ts'

/** The fields of an agent that a conversation with it stores. */
export interface RecentAgent {
  id: string
  name: string
  pictureUrl: string
}

export interface OfferedAgent extends RecentAgent {
  /** Undefined for an agent that is in no loaded list. */
  category: Category | undefined
  /** The part of the description that matches the search, if the name does not. */
  excerpt?: string
}

export interface OfferedGroup {
  name: string
  agents: OfferedAgent[]
}

/** More recent agents would leave no room for the others. */
const MOST_RECENT = 5

/** The maximum number of search results beside the conversations; the Matrix shows all of them. */
const MOST_FOUND = 8

/** The length of an excerpt before the match, in UTF-16 units. */
const BEFORE = 32

/** The agents to start a conversation with, without duplicates: favourites, recent ones, and other public ones. */
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
    group(texts.favourites, from.favourites),
    group(texts.recentlyUsed, from.recent, MOST_RECENT),
    group(texts.publicAgents, from.listed),
  ].filter(({ agents }) => agents.length > 0)
}

/**
 * Favourites and recent ones come first, then own ones, then public ones, without duplicates.
 * @param from the own and the public ones are already filtered
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

export function matching<Agent extends FavouriteAgent>(agents: readonly Agent[], query: string): Agent[] {
  const words = query.toLowerCase()
  return agents.filter(({ name, description = '' }) => has(name, words) || has(description, words))
}

const has = (text: string, words: string) => text.toLowerCase().includes(words)

function categoriesOf(agents: readonly FavouriteAgent[]): Map<string, Category> {
  return new Map(agents.flatMap(({ id, category }) => (category ? [[id, category] as const] : [])))
}

/** The text from shortly before the match, cut at a space. */
function excerptOf(text: string, words: string): string {
  const line = text.replace(/\s+/g, ' ')
  const at = line.toLowerCase().indexOf(words)
  if (at <= BEFORE) return line
  const space = line.indexOf(' ', at - BEFORE)
  return `…${line.slice(space >= 0 && space < at ? space + 1 : at)}`
}
