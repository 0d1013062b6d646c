import { type Category, DEFAULT_IMAGE_URL } from '../../../../shared/agents/agent-defaults.ts'
import {
  type Agent,
  type AgentChanges,
  agentChangesSchema,
  splitList,
} from '../../../../shared/agents/agents.ts'
import { type TryOut, tryOutSchema } from '../../../../shared/chat/try-out.ts'
import { type FieldErrors, schemaErrors } from '../../../blocks/form/field-errors.ts'

/** What the edit form holds, as it is typed; a chosen image file is kept beside it. */
export interface EditValues {
  name: string
  category: Category
  description: string
  personality: string
  capabilities: string
  knowledgeDomains: string
  /** Empty for the default image. */
  imageUrl: string
  /** Empty for none. */
  pumpToken: string
}

/** The fields in the order in which the form shows them: the first with a fault gets the focus. */
export const editFields = [
  'name',
  'category',
  'description',
  'personality',
  'capabilities',
  'knowledgeDomains',
  'imageUrl',
  'pumpToken',
] as const satisfies (keyof EditValues)[]

/** An agent as the form shows it. */
export function editValuesOf(agent: Agent): EditValues {
  return {
    name: agent.name,
    category: agent.category,
    description: agent.description,
    personality: agent.personality,
    capabilities: agent.capabilities.join(', '),
    knowledgeDomains: agent.knowledgeDomains.join(', '),
    imageUrl: agent.imageUrl === DEFAULT_IMAGE_URL ? '' : agent.imageUrl,
    pumpToken: agent.pumpToken ?? '',
  }
}

/** What was touched. */
export function touchedFields(before: EditValues, after: EditValues): (keyof EditValues)[] {
  return editFields.filter((field) => after[field] !== before[field])
}

/**
 * What goes into the agent's replies, as it would be once these values are saved.
 * @param agent what the form was filled from
 */
export function draftOf(agent: Agent, values: EditValues): TryOut['draft'] {
  const changes = changesBetween(editValuesOf(agent), values)
  return {
    name: changes.name ?? agent.name,
    description: changes.description ?? agent.description,
    personality: changes.personality ?? agent.personality,
    capabilities: changes.capabilities ?? agent.capabilities,
    knowledgeDomains: changes.knowledgeDomains ?? agent.knowledgeDomains,
  }
}

/** What is wrong with a draft, by field; nothing where the agent could be saved so. */
export function checkDraft(draft: TryOut['draft']): FieldErrors<keyof TryOut['draft']> {
  return schemaErrors(tryOutSchema.shape.draft.safeParse(draft))
}

/** Only what was touched is sent, so that what another tab changed meanwhile stays. */
export function changesBetween(before: EditValues, after: EditValues): AgentChanges {
  const asSent = {
    name: after.name,
    category: after.category,
    description: after.description,
    personality: after.personality,
    capabilities: splitList(after.capabilities),
    knowledgeDomains: splitList(after.knowledgeDomains),
    imageUrl: after.imageUrl.trim() || DEFAULT_IMAGE_URL,
    pumpToken: after.pumpToken.trim() || null,
  }
  return Object.fromEntries(touchedFields(before, after).map((field) => [field, asSent[field]]))
}

/** What is wrong with the changes, by field; nothing where they can be sent, or where there are none. */
export function checkChanges(changes: AgentChanges): FieldErrors<keyof EditValues> {
  if (Object.keys(changes).length === 0) return {}
  return schemaErrors(agentChangesSchema.safeParse(changes))
}
