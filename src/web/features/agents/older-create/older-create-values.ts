import { personalityPresets } from '../../../../shared/agents/agent-catalogue.ts'
import { DEFAULT_ENTITY } from '../../../../shared/agents/agent-defaults.ts'
import { type NewAgent, newAgentSchema, splitList } from '../../../../shared/agents/agents.ts'
import type { Tone } from '../../../../shared/agents/personality.ts'
import { isVisible } from '../../../../shared/text/plain-text.ts'
import { type FieldErrors, schemaErrors } from '../../../blocks/form/field-errors.ts'
import { formDraft, type WithFile } from '../../../blocks/form/form-draft.ts'
import { type AgentTexts, emptyAgentTexts } from '../form/agent-values.ts'

/** What the older create dialog holds as text, as it is typed; the personality is a preset's prompt, or the person's own words. */
export interface OlderCreateValues extends AgentTexts {
  /** The person's own words while a preset stands in their place, so that choosing one loses nothing. */
  ownPersonality: string
  tone: Tone
  /** Comma separated. */
  capabilities: string
  pumpToken: string
}

/** The fields in the order in which the form shows them: the first with a fault gets the focus. */
export const olderCreateFields = [
  'name',
  'category',
  'description',
  'personality',
  'tone',
  'customInstructions',
  'capabilities',
  'knowledgeDomains',
  'imageUrl',
  'pumpToken',
] as const satisfies (keyof OlderCreateValues)[]

/** Section 3: professional is the default tone. */
export const emptyOlderCreateValues: OlderCreateValues = {
  ...emptyAgentTexts,
  personality: personalityPresets[0]?.prompt ?? '',
  ownPersonality: '',
  tone: 'professional',
  capabilities: '',
  knowledgeDomains: '',
  pumpToken: '',
}

/** What is typed is kept in the tab until it has become an agent. */
export const olderCreateDraft = formDraft('older-create-draft', emptyOlderCreateValues)

/** Section 5: the texts of the alerts. */
const missing = {
  description: 'Please provide a description for your agent',
  customInstructions: 'Please provide custom instructions for your agent',
  imageUrl: 'Please provide an image for your agent',
}

/** The specification asks for no list here, and an agent says something of itself all the same: what it says where none is loaded. */
function listOr(text: string, fallback: readonly string[]): string[] {
  const items = splitList(text)
  return items.length > 0 ? items : [...fallback]
}

/** The agent that the form describes. From this form it is a draft (decision 9). */
function toRequest(values: OlderCreateValues, imageUrl: string) {
  return {
    name: values.name,
    description: values.description,
    category: values.category,
    personality: values.personality,
    tone: values.tone,
    customInstructions: values.customInstructions,
    capabilities: listOr(values.capabilities, DEFAULT_ENTITY.capabilities),
    knowledgeDomains: listOr(values.knowledgeDomains, DEFAULT_ENTITY.knowledgeDomains),
    ...(imageUrl && { imageUrl }),
    pumpToken: values.pumpToken.trim() || null,
    isPublic: false,
    visibilityEnabled: true,
  }
}

/** What is wrong with the form, by field; nothing where it can be sent. */
export function checkOlderCreateForm(
  values: WithFile<OlderCreateValues>,
): FieldErrors<keyof OlderCreateValues> {
  const imageUrl = values.imageUrl.trim()
  const errors = schemaErrors<keyof OlderCreateValues>(newAgentSchema.safeParse(toRequest(values, imageUrl)))
  if (!isVisible(values.description)) errors.description = missing.description
  if (!isVisible(values.personality))
    errors.personality = 'Choose a preset, or say who it is in your own words.'
  if (!isVisible(values.customInstructions)) errors.customInstructions = missing.customInstructions
  if (!imageUrl && !values.file) errors.imageUrl = missing.imageUrl
  return errors
}

/**
 * The request that a checked form makes.
 * @param imageUrl the typed address or that of the uploaded file
 * @throws {z.core.$ZodError} for a form that was not checked
 */
export function toDraftAgent(values: OlderCreateValues, imageUrl: string): NewAgent {
  return newAgentSchema.parse(toRequest(values, imageUrl))
}
