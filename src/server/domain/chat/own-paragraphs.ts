import { agentFields, promptedFields } from '../../../shared/agents/agent-fields.ts'
import { expandMacros } from '../../../shared/agents/macros.ts'
import type { AnsweringAgent } from '../../../shared/chat/chat.ts'
import { firstSentence } from './first-sentence.ts'
import { namesOf } from './persona-prompt.ts'

export const INTRODUCE_YOURSELF = 'Please introduce yourself.'

/** Section 7: what an agent without a persona is told of itself. */
export const systemMessage = (agent: AnsweringAgent) => {
  const { personality, rest } = ownParagraphs(agent)
  return paragraphs([personality, ...rest])
}

export function ownParagraphs(agent: AnsweringAgent) {
  const rest = describedFields.map((field) => described(field, agent)).filter((text) => text !== '')
  return { personality: agent.personality, rest }
}

/** The name and the description are not told: a personality says who it is. */
const describedFields = promptedFields.filter(
  (field) => field !== 'name' && field !== 'description' && field !== 'personality',
)

function described(field: (typeof describedFields)[number], agent: AnsweringAgent): string {
  const told = [agent[field]].flat().join(', ')
  return told && `Your ${agentFields[field].label.toLowerCase()}: ${told}.`
}

export function paragraphs(parts: readonly (string | false | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== false).join('\n\n')
}

/** Section 7: what it answers to `INTRODUCE_YOURSELF`. */
export function introduction(agent: AnsweringAgent): string {
  const { personality, knowledgeDomains } = agent
  const sentence = firstSentence(agent.persona ? expandMacros(personality, namesOf(agent)) : personality)
  const end = /[\p{L}\p{N}]$/u.test(sentence) ? '.' : ''
  return `${sentence}${end} I specialize in ${knowledgeDomains.join(', ')}`
}
