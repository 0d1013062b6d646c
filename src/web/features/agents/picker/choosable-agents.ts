import type { AgentSummary } from '../../../../shared/agents/agents.ts'

/** An agent to choose, as its row shows it. */
export type ChoosableAgent = Pick<AgentSummary, 'id' | 'name' | 'pictureUrl' | 'category' | 'description'>

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

/** The id in a search, where somebody put in an agent's link or id instead of words. */
export function idInSearch(query: string): string | undefined {
  return uuid.exec(query)?.[0].toLowerCase()
}

/** Some of those that can be chosen, and what they are called. */
export interface ChoosableGroup {
  name: string
  agents: readonly ChoosableAgent[]
}

/**
 * What can be chosen, each once: the reader's own first, then the public ones. Dormant ones answer nobody in a realm
 * (decision 8) and are left out, and so is a group of nobody.
 */
export function choosableAgents(
  own: readonly AgentSummary[],
  listed: readonly ChoosableAgent[],
): ChoosableGroup[] {
  const known = new Set(own.map(({ id }) => id))
  return [
    { name: 'Your agents', agents: own.filter((agent) => agent.visibilityEnabled) },
    { name: 'Public agents', agents: listed.filter(({ id }) => !known.has(id)) },
  ].filter(({ agents }) => agents.length > 0)
}
