import { DEFAULT_ENTITY } from '../../../shared/agents/agent-defaults.ts'
import { unstoredAgent } from '../../../shared/agents/agent-fields.ts'
import type { FoundAnswering } from '../../db/agents/find-answering-agent.ts'

/** Section 5: the agent that answers when no agent is loaded, and that writes the synthesis of a run. */
export const defaultAgent: FoundAnswering = {
  ...unstoredAgent({
    name: DEFAULT_ENTITY.name,
    personality: DEFAULT_ENTITY.personality,
    capabilities: [...DEFAULT_ENTITY.capabilities],
    knowledgeDomains: [...DEFAULT_ENTITY.knowledgeDomains],
  }),
  hasDocuments: false,
}
