import type { AgentSummary } from '../../../shared/agents/agents.ts'
import * as texts from '../texts.ts'

export interface Shared {
  name: string
  path: string
  about: string
}

/** With a sentence about who may open it (decision 8); null where it was taken down, because nobody may. */
export function sharedAgent(
  agent: Pick<AgentSummary, 'id' | 'name' | 'isPublic' | 'visibilityEnabled' | 'moderation'>,
): Shared | null {
  if (agent.moderation === 'down') return null
  return { name: agent.name, path: `/chat/${agent.id}`, about: reachOf(agent) }
}

function reachOf({ isPublic, visibilityEnabled }: Pick<AgentSummary, 'isPublic' | 'visibilityEnabled'>) {
  if (!visibilityEnabled) return texts.dormantReach
  if (!isPublic) return texts.draftReach
  return texts.publicReach
}
