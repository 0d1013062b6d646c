import type { AgentSummary } from '../../../../shared/agents/agents.ts'

/** An agent to choose, as its row shows it. */
export type ChoosableAgent = Pick<AgentSummary, 'id' | 'name' | 'pictureUrl' | 'category' | 'description'>

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

/** The id in a search, where somebody put in an agent's link or id instead of words. */
export function idInSearch(query: string): string | undefined {
  return uuid.exec(query)?.[0].toLowerCase()
}

/**
 * What can be chosen, each once: the reader's own first, then the public ones. Dormant ones answer nobody in a realm
 * (decision 8) and are left out.
 */
export function choosableAgents(
  own: readonly AgentSummary[],
  listed: readonly AgentSummary[],
): { own: ChoosableAgent[]; listed: ChoosableAgent[] } {
  const awake = own.filter((agent) => agent.visibilityEnabled)
  const known = new Set(own.map(({ id }) => id))
  return { own: awake, listed: listed.filter(({ id }) => !known.has(id)) }
}
