import { personalityPresets } from '../../../../shared/agents/agent-catalogue.ts'
import { DEFAULT_ENTITY } from '../../../../shared/agents/agent-defaults.ts'
import { fieldNames } from '../../../../shared/agents/agent-fields.ts'
import { type NewAgent, newAgentSchema } from '../../../../shared/agents/agents.ts'
import type { Tone } from '../../../../shared/agents/personality.ts'
import { isVisible } from '../../../../shared/text/plain-text.ts'
import { type FieldErrors, schemaErrors } from '../../../blocks/form/field-errors.ts'
import { formDraft, type WithFile } from '../../../blocks/form/form-draft.ts'
import { type AgentTexts, contentOf, emptyAgentTexts } from '../form/agent-values.ts'
import * as texts from './texts.ts'

/** The personality is a preset's prompt or the person's own text. */
export interface OlderCreateValues extends AgentTexts {
  /** The person's own text while a preset is chosen, so that choosing one loses nothing. */
  ownPersonality: string
  tone: Tone
  capabilities: string
  pumpToken: string
}

/** The fields in the order of the form: the first invalid one takes the focus. */
export const olderCreateFields = fieldNames.flatMap((name) =>
  name === 'personality' ? [name, 'tone' as const, 'customInstructions' as const] : [name],
)

const sentFields = fieldNames.filter((name) => name !== 'imageUrl')

/** Section 3: the default tone is professional. */
export const emptyOlderCreateValues: OlderCreateValues = {
  ...emptyAgentTexts,
  personality: personalityPresets[0]?.prompt ?? '',
  ownPersonality: '',
  tone: 'professional',
  capabilities: '',
  knowledgeDomains: '',
  pumpToken: '',
}

/** The tab stores the values until the agent is created. */
export const olderCreateDraft = formDraft('older-create-draft', emptyOlderCreateValues)

/** Section 5: the texts of the alerts. */
const missing = {
  description: texts.descriptionMissing,
  customInstructions: texts.instructionsMissing,
  imageUrl: texts.imageMissing,
}

/**
 * The specification does not require this list, but an agent states it: an empty one gets the text for nothing loaded.
 */
function listOr(items: string[], fallback: readonly string[]): string[] {
  return items.length > 0 ? items : [...fallback]
}

/** The agent that the form describes. This form creates a draft (decision 9). */
function toRequest(values: OlderCreateValues, imageUrl: string) {
  const sent = contentOf(values, sentFields)
  return {
    ...sent,
    tone: values.tone,
    customInstructions: values.customInstructions,
    capabilities: listOr(sent.capabilities, DEFAULT_ENTITY.capabilities),
    knowledgeDomains: listOr(sent.knowledgeDomains, DEFAULT_ENTITY.knowledgeDomains),
    ...(imageUrl && { imageUrl }),
    isPublic: false,
    visibilityEnabled: true,
  }
}

/** Empty if it can be sent. */
export function checkOlderCreateForm(
  values: WithFile<OlderCreateValues>,
): FieldErrors<keyof OlderCreateValues> {
  const imageUrl = values.imageUrl.trim()
  const errors = schemaErrors<keyof OlderCreateValues>(newAgentSchema.safeParse(toRequest(values, imageUrl)))
  if (!isVisible(values.description)) errors.description = missing.description
  if (!isVisible(values.personality)) errors.personality = texts.personalityMissing
  if (!isVisible(values.customInstructions)) errors.customInstructions = missing.customInstructions
  if (!imageUrl && !values.file) errors.imageUrl = missing.imageUrl
  return errors
}

/**
 * @param imageUrl the typed address or that of the uploaded file
 * @throws {z.core.$ZodError} if the form was not checked
 */
export function toDraftAgent(values: OlderCreateValues, imageUrl: string): NewAgent {
  return newAgentSchema.parse(toRequest(values, imageUrl))
}
