import type { AgentSummary } from '../../../../shared/agents/agents.ts'
import * as texts from '../texts.tsx'

/** The fields of an agent that its row shows. */
export type ChoosableAgent = Pick<AgentSummary, 'id' | 'name' | 'pictureUrl' | 'category' | 'description'>

/** A group of agents to choose from, with its heading. */
export interface ChoosableGroup {
  name: string
  agents: readonly ChoosableAgent[]
}

/**
 * The agents to choose from, without duplicates: first the viewer's own, then the public ones. Dormant agents do not
 * answer in realms (decision 8) and are left out, and so are empty groups.
 */
export function choosableAgents(
  own: readonly AgentSummary[],
  listed: readonly ChoosableAgent[],
): ChoosableGroup[] {
  const known = new Set(own.map(({ id }) => id))
  return [
    { name: texts.yourAgents, agents: own.filter((agent) => agent.visibilityEnabled) },
    { name: texts.publicAgents, agents: listed.filter(({ id }) => !known.has(id)) },
  ].filter(({ agents }) => agents.length > 0)
}
