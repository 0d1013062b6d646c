import {
  type Category,
  DEFAULT_IMAGE_URL,
  DEFAULT_KNOWLEDGE_DOMAINS,
} from '../../../../shared/agents/agent-defaults.ts'
import {
  type AgentContent,
  agentFields,
  type FieldName,
  fallbacks,
  fieldsWithFallback,
  splitList,
  textFields,
} from '../../../../shared/agents/agent-fields.ts'
import { limits } from '../../../../shared/common/limits.ts'
import { toolsOf, typedTools } from '../tools/tool-values.ts'
import { choiceOf, typedChoice } from './model-values.ts'
import * as texts from './texts.ts'

/** A list has commas, a text is empty for the default image and for no token, and choices of a model and of tools are JSON. */
export type TypedContent = { [Name in FieldName]: Name extends 'category' ? Category : string }

/** Converts some fields of an agent to the values of a form. */
export function typedContent<Name extends FieldName>(
  content: Pick<AgentContent, Name>,
  names: readonly Name[],
): Pick<TypedContent, Name> {
  return Object.fromEntries(names.map((name) => [name, typedValue(content[name])])) as Pick<
    TypedContent,
    Name
  >
}

function typedValue(value: AgentContent[FieldName]): string {
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value === 'object') return value && 'own' in value ? typedTools(value) : typedChoice(value)
  return value === DEFAULT_IMAGE_URL ? '' : value
}

/** Converts some values of a form to what is sent; they can be invalid. */
export function contentOf<Name extends FieldName>(
  typed: Record<Name, string>,
  names: readonly Name[],
): Pick<AgentContent, Name> {
  return Object.fromEntries(names.map((name) => [name, readValue(name, typed[name])])) as Pick<
    AgentContent,
    Name
  >
}

function readValue(name: FieldName, typed: string): AgentContent[FieldName] {
  const { kind } = agentFields[name]
  switch (kind) {
    case 'line':
    case 'text':
    case 'category':
      return typed
    case 'list':
      return splitList(typed)
    case 'picture':
      return typed.trim() || DEFAULT_IMAGE_URL
    case 'token':
      return typed.trim() || null
    case 'model':
      return choiceOf(typed)
    case 'tools':
      return toolsOf(typed)
    default:
      return kind satisfies never
  }
}

export interface AgentTexts extends Omit<TypedContent, 'category' | 'capabilities' | 'pumpToken'> {
  category: Category | ''
  customInstructions: string
}

const { pumpToken: _, ...typedFallbacks } = typedContent(fallbacks, fieldsWithFallback)

/** Section 5: the initial values of the form of /create. */
export const emptyAgentTexts: AgentTexts = {
  name: '',
  category: '',
  description: '',
  personality: '',
  customInstructions: '',
  knowledgeDomains: DEFAULT_KNOWLEDGE_DOMAINS,
  ...typedFallbacks,
}

/** The maximum lengths of an agent's texts. */
export const agentMaxima = Object.fromEntries(
  textFields.map((name) => [name, agentFields[name].max]),
) as Record<(typeof textFields)[number], number>

/** The maximum lengths of a new agent's texts, whose personality is joined with its instructions. */
export const newAgentMaxima = {
  ...agentMaxima,
  personality: limits.personality,
  customInstructions: limits.customInstructions,
}

/** The notice after the person declined to sign: nothing was changed or lost. */
export const declinedToSign = {
  title: texts.declined,
  text: texts.declinedAbout,
}
