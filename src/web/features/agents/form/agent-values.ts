import { type Category, DEFAULT_KNOWLEDGE_DOMAINS } from '../../../../shared/agents/agent-defaults.ts'
import { limits } from '../../../../shared/common/limits.ts'
import * as texts from '../texts.tsx'

/** The text values, as typed, that all forms that create an agent share. */
export interface AgentTexts {
  name: string
  category: Category | ''
  description: string
  personality: string
  customInstructions: string
  /** Comma-separated. */
  knowledgeDomains: string
  imageUrl: string
}

/** Section 5: the initial values of the form of /create. */
export const emptyAgentTexts: AgentTexts = {
  name: '',
  category: '',
  description: '',
  personality: '',
  customInstructions: '',
  knowledgeDomains: DEFAULT_KNOWLEDGE_DOMAINS,
  imageUrl: '',
}

/** The maximum lengths of a new agent's texts. */
export const newAgentMaxima = {
  name: limits.agentName,
  description: limits.agentDescription,
  personality: limits.personality,
  customInstructions: limits.customInstructions,
}

/** The notice after the person declined to sign: nothing was changed or lost. */
export const declinedToSign = {
  title: texts.declined,
  text: texts.declinedAbout,
}
