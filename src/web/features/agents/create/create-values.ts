import { categories, categoryCapabilities, DEFAULT_ENTITY } from '../../../../shared/agents/agent-defaults.ts'
import { type NewAgent, newAgentSchema, splitList } from '../../../../shared/agents/agents.ts'
import { joinPersonality } from '../../../../shared/agents/personality.ts'
import type { TryOut } from '../../../../shared/chat/try-out.ts'
import { type FieldErrors, schemaErrors } from '../../../blocks/form/field-errors.ts'
import { formDraft } from '../../../blocks/form/form-draft.ts'
import { type AgentTexts, emptyAgentTexts } from '../form/agent-values.ts'
import * as texts from '../texts.tsx'

/** The fields in the order of the form: the first invalid one takes the focus. */
export const createFields = [
  'name',
  'category',
  'description',
  'personality',
  'customInstructions',
  'knowledgeDomains',
  'imageUrl',
] as const satisfies (keyof AgentTexts)[]

/** The tab stores the values until the agent is created. */
export const createDraft = formDraft('create-agent-draft', emptyAgentTexts)

/** Section 5: this form derives the capabilities from the category. */
export function capabilitiesOf(category: string): readonly string[] {
  const known = categories.find((name) => name === category)
  return known ? categoryCapabilities[known] : []
}

/** The agent that the form describes. This form creates it public and active (decision 9). */
function toRequest(values: AgentTexts, imageUrl: string) {
  return {
    name: values.name,
    description: values.description,
    category: values.category,
    personality: values.personality,
    customInstructions: values.customInstructions,
    capabilities: [...capabilitiesOf(values.category)],
    knowledgeDomains: splitList(values.knowledgeDomains),
    ...(imageUrl && { imageUrl }),
    isPublic: true,
    visibilityEnabled: true,
  }
}

/** The errors of the form by field; empty if it can be sent. */
export function checkCreateValues(values: AgentTexts): FieldErrors<keyof AgentTexts> {
  const errors = schemaErrors<keyof AgentTexts>(
    newAgentSchema.safeParse(toRequest(values, values.imageUrl.trim())),
  )
  if (values.customInstructions.trim() === '') errors.customInstructions = texts.customInstructionsMissing
  // The capabilities derive from the category, so only the category's error is shown.
  delete (errors as Record<string, string>).capabilities
  return errors
}

/**
 * The request of a valid form.
 * @param imageUrl the typed address or that of the uploaded file; empty for the default image
 * @throws {z.core.$ZodError} if the form was not checked
 */
export function toNewAgent(values: AgentTexts, imageUrl: string): NewAgent {
  return newAgentSchema.parse(toRequest(values, imageUrl))
}

/** The errors that keep the agent from being tried out: its name is required, and whatever else has been typed so far must be valid. */
export function checkSoFar(values: AgentTexts): FieldErrors<keyof AgentTexts> {
  const { imageUrl: _, ...errors } = checkCreateValues(values)
  return Object.fromEntries(
    Object.entries(errors).filter(
      ([field]) => field === 'name' || values[field as keyof AgentTexts].trim() !== '',
    ),
  )
}

/**
 * The agent as it would answer now. For what is still empty stand its name, its description, and what answers where no
 * agent is loaded (section 5).
 */
export function draftSoFar(values: AgentTexts): TryOut['draft'] {
  const name = values.name.trim()
  const description = values.description.trim()
  const capabilities = capabilitiesOf(values.category)
  const knowledgeDomains = splitList(values.knowledgeDomains)
  return {
    name,
    description: description || name,
    personality: joinPersonality({
      personality:
        values.personality.trim() ||
        [texts.unwrittenPersonality(name), description].filter(Boolean).join(' '),
      customInstructions: values.customInstructions,
    }),
    capabilities: [...(capabilities.length > 0 ? capabilities : DEFAULT_ENTITY.capabilities)],
    knowledgeDomains: knowledgeDomains.length > 0 ? knowledgeDomains : [...DEFAULT_ENTITY.knowledgeDomains],
  }
}
