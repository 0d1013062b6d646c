import type { AgentSummary } from '../../../../shared/agents/agents.ts'
import * as agentTexts from '../texts.ts'
import * as texts from './texts.ts'

export type ChoosableAgent = Pick<AgentSummary, 'id' | 'name' | 'pictureUrl' | 'category' | 'description'>

export interface ChoosableGroup {
  name: string
  agents: readonly ChoosableAgent[]
}

/**
 * The viewer's own agents come first, without duplicates. Dormant agents do not answer in realms (decision 8) and are
 * left out, and so are empty groups.
 */
export function choosableAgents(
  own: readonly AgentSummary[],
  listed: readonly ChoosableAgent[],
): ChoosableGroup[] {
  const known = new Set(own.map(({ id }) => id))
  return [
    { name: agentTexts.yourAgents, agents: own.filter((agent) => agent.visibilityEnabled) },
    { name: texts.publicAgents, agents: listed.filter(({ id }) => !known.has(id)) },
  ].filter(({ agents }) => agents.length > 0)
}
