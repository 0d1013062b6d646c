import { categories, categoryCapabilities, DEFAULT_ENTITY } from '../../../../shared/agents/agent-defaults.ts'
import { fieldNames, promptedFields } from '../../../../shared/agents/agent-fields.ts'
import { type NewAgent, newAgentSchema } from '../../../../shared/agents/agents.ts'
import { joinPersonality } from '../../../../shared/agents/personality.ts'
import type { TryOut } from '../../../../shared/chat/try-out.ts'
import { isVisible } from '../../../../shared/text/plain-text.ts'
import { type FieldErrors, schemaErrors } from '../../../blocks/form/field-errors.ts'
import { formDraft } from '../../../blocks/form/form-draft.ts'
import { type AgentTexts, contentOf, emptyAgentTexts } from '../form/agent-values.ts'
import * as texts from './texts.ts'

/** The fields that the form asks for. */
export const createFields = fieldNames.flatMap((name) =>
  name === 'capabilities' || name === 'pumpToken'
    ? []
    : name === 'personality'
      ? [name, 'customInstructions' as const]
      : [name],
)

const sentFields = createFields.filter((name) => name !== 'customInstructions' && name !== 'imageUrl')

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
    ...contentOf(values, sentFields),
    customInstructions: values.customInstructions,
    capabilities: [...capabilitiesOf(values.category)],
    ...(imageUrl && { imageUrl }),
    isPublic: true,
    visibilityEnabled: true,
  }
}

/** Empty if it can be sent. */
export function checkCreateValues(values: AgentTexts): FieldErrors<keyof AgentTexts> {
  const errors = schemaErrors<keyof AgentTexts>(
    newAgentSchema.safeParse(toRequest(values, values.imageUrl.trim())),
  )
  if (!isVisible(values.customInstructions)) errors.customInstructions = texts.customInstructionsMissing
  // The capabilities derive from the category, so only the category's error is shown.
  delete (errors as Record<string, string>).capabilities
  return errors
}

/** @param imageUrl empty for the default image @throws {z.core.$ZodError} if the form was not checked */
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

/** Its name, its description, and what answers where no agent is loaded (section 5) stand for what is still empty. */
export function draftSoFar(values: AgentTexts): TryOut['draft'] {
  const { name, description, ...content } = contentOf(values, [
    ...promptedFields.filter((field) => field !== 'capabilities'),
    'model' as const,
    'tools' as const,
  ])
  const given = { ...content, name: name.trim(), description: description.trim() }
  const capabilities = capabilitiesOf(values.category)
  return {
    ...given,
    description: given.description || given.name,
    personality: joinPersonality({
      personality:
        content.personality.trim() ||
        [texts.unwrittenPersonality(given.name), given.description].filter(Boolean).join(' '),
      customInstructions: values.customInstructions,
    }),
    capabilities: [...(capabilities.length > 0 ? capabilities : DEFAULT_ENTITY.capabilities)],
    knowledgeDomains:
      content.knowledgeDomains.length > 0 ? content.knowledgeDomains : [...DEFAULT_ENTITY.knowledgeDomains],
  }
}
