import type { AgentSummary, Category } from '../../../../shared/agents.ts'

/** An agent as a conversation with it knows it. */
export interface RecentAgent {
  id: string
  name: string
  imageUrl: string
}

/** An agent to pick. */
export interface OfferedAgent extends RecentAgent {
  /** Unknown of one that the list does not have. */
  category: Category | undefined
}

/** More of those that were talked with would hide everybody else. */
const MOST_RECENT = 5

/**
 * Whom a person can pick, each once: those that they talked with, last used first, and the other public ones.
 * @param query narrows the recent ones by name; the public ones come narrowed
 */
export function offeredAgents(
  recent: readonly RecentAgent[],
  listed: readonly AgentSummary[],
  query: string,
): { recent: OfferedAgent[]; listed: OfferedAgent[] } {
  const wanted = query.toLowerCase()
  const before = recent.filter(({ name }) => name.toLowerCase().includes(wanted)).slice(0, MOST_RECENT)
  const category = new Map(listed.map((agent) => [agent.id, agent.category]))
  const known = new Set(before.map(({ id }) => id))
  return {
    recent: before.map((agent) => ({ ...agent, category: category.get(agent.id) })),
    listed: listed
      .filter(({ id }) => !known.has(id))
      .map(({ id, name, imageUrl, category }) => ({ id, name, imageUrl, category })),
  }
}
