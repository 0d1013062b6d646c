import { type Category, DEFAULT_KNOWLEDGE_DOMAINS } from '../../../../shared/agents/agent-defaults.ts'
import { limits } from '../../../../shared/common/limits.ts'

/** What every form that makes an agent holds as text, as it is typed. */
export interface AgentTexts {
  name: string
  category: Category | ''
  description: string
  personality: string
  customInstructions: string
  /** Comma separated. */
  knowledgeDomains: string
  imageUrl: string
}

/** Section 5: what the form of /create starts with. */
export const emptyAgentTexts: AgentTexts = {
  name: '',
  category: '',
  description: '',
  personality: '',
  customInstructions: '',
  knowledgeDomains: DEFAULT_KNOWLEDGE_DOMAINS,
  imageUrl: '',
}

/** How long the texts of a new agent can be. */
export const newAgentMaxima = {
  name: limits.agentName,
  description: limits.agentDescription,
  personality: limits.personality,
  customInstructions: limits.customInstructions,
}

/** What is said where the person would not sign: nothing has happened, and nothing is lost. */
export const declinedToSign = {
  title: 'The wallet did not sign, so nothing was sent.',
  text: 'Your signature proves that the agent is yours. It costs nothing. All that you typed is still here.',
}
