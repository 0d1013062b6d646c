import { type Category, DEFAULT_IMAGE_URL } from '../../../../shared/agents/agent-defaults.ts'
import {
  type Agent,
  type AgentChanges,
  agentChangesSchema,
  splitList,
} from '../../../../shared/agents/agents.ts'
import { type TryOut, tryOutSchema } from '../../../../shared/chat/try-out.ts'
import { type FieldErrors, schemaErrors } from '../../../blocks/form/field-errors.ts'

/** The values of the edit form as typed; a chosen image file is stored separately. */
export interface EditValues {
  name: string
  /** Empty for none. */
  handle: string
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

/** The fields in the order of the form: the first invalid one takes the focus. */
export const editFields = [
  'name',
  'handle',
  'category',
  'description',
  'personality',
  'capabilities',
  'knowledgeDomains',
  'imageUrl',
  'pumpToken',
] as const satisfies (keyof EditValues)[]

/** Converts an agent to the values of the form. */
export function editValuesOf(agent: Agent): EditValues {
  return {
    name: agent.name,
    handle: agent.handle ?? '',
    category: agent.category,
    description: agent.description,
    personality: agent.personality,
    capabilities: agent.capabilities.join(', '),
    knowledgeDomains: agent.knowledgeDomains.join(', '),
    imageUrl: agent.imageUrl === DEFAULT_IMAGE_URL ? '' : agent.imageUrl,
    pumpToken: agent.pumpToken ?? '',
  }
}

/** The changed fields. */
export function touchedFields(before: EditValues, after: EditValues): (keyof EditValues)[] {
  return editFields.filter((field) => after[field] !== before[field])
}

/**
 * The fields that determine the agent's replies, as they would be after saving these values.
 * @param agent the agent from which the form was filled
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

/** The errors of a draft by field; empty if it could be saved. */
export function checkDraft(draft: TryOut['draft']): FieldErrors<keyof TryOut['draft']> {
  return schemaErrors(tryOutSchema.shape.draft.safeParse(draft))
}

/** Sends only changed fields, so that changes from another tab to the others are not overwritten. */
export function changesBetween(before: EditValues, after: EditValues): AgentChanges {
  const asSent = {
    name: after.name,
    handle: after.handle.trim() || null,
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

/** The errors of the changes by field; empty if they can be sent, or if there are none. */
export function checkChanges(changes: AgentChanges): FieldErrors<keyof EditValues> {
  if (Object.keys(changes).length === 0) return {}
  return schemaErrors(agentChangesSchema.safeParse(changes))
}
