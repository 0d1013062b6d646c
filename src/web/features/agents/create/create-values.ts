import { categories, categoryCapabilities } from '../../../../shared/agents/agent-defaults.ts'
import { type NewAgent, newAgentSchema, splitList } from '../../../../shared/agents/agents.ts'
import { type FieldErrors, schemaErrors } from '../../../blocks/form/field-errors.ts'
import { formDraft } from '../../../blocks/form/form-draft.ts'
import { type AgentTexts, emptyAgentTexts } from '../form/agent-values.ts'

/** The fields in the order in which the form shows them: the first with a fault gets the focus. */
export const createFields = [
  'name',
  'category',
  'description',
  'personality',
  'customInstructions',
  'knowledgeDomains',
  'imageUrl',
] as const satisfies (keyof AgentTexts)[]

/** What is typed is kept in the tab until it has become an agent. */
export const createDraft = formDraft('create-agent-draft', emptyAgentTexts)

/** Section 5: what an agent of this form can do follows from its category. */
export function capabilitiesOf(category: string): readonly string[] {
  const known = categories.find((name) => name === category)
  return known ? categoryCapabilities[known] : []
}

/** The agent that the form describes. From this form it is public and visible from the start (decision 9). */
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

/** What is wrong with the form, by field; nothing where it can be sent. */
export function checkCreateValues(values: AgentTexts): FieldErrors<keyof AgentTexts> {
  const errors = schemaErrors<keyof AgentTexts>(
    newAgentSchema.safeParse(toRequest(values, values.imageUrl.trim())),
  )
  if (values.customInstructions.trim() === '') errors.customInstructions = 'Custom instructions are required.'
  // The capabilities come from the category, so their absence is the category's fault.
  delete (errors as Record<string, string>).capabilities
  return errors
}

/**
 * The request that a checked form makes.
 * @param imageUrl the typed address or that of the uploaded file; empty for the default image
 * @throws {z.core.$ZodError} for a form that was not checked
 */
export function toNewAgent(values: AgentTexts, imageUrl: string): NewAgent {
  return newAgentSchema.parse(toRequest(values, imageUrl))
}
