import { type AgentContent, fieldNames, pickFields } from '../../../../shared/agents/agent-fields.ts'
import { isSameValue } from '../../../../shared/agents/agent-versions.ts'
import { type Agent, type AgentChanges, agentChangesSchema } from '../../../../shared/agents/agents.ts'
import { type TryOut, triedFields, tryOutSchema } from '../../../../shared/chat/try-out.ts'
import { type FieldErrors, schemaErrors } from '../../../blocks/form/field-errors.ts'
import type { WithFile } from '../../../blocks/form/form-draft.ts'
import { contentOf, type TypedContent, typedContent } from '../form/agent-values.ts'

/** The values of the edit form as typed; a chosen image file is stored separately. */
export interface EditValues extends TypedContent {
  handle: string
}

/** The fields in the order of the form, with the handle after the name: the first invalid one takes the focus. */
export const editFields: readonly (keyof EditValues)[] = fieldNames.flatMap((name) =>
  name === 'name' ? [name, 'handle' as const] : [name],
)

/** Converts an agent to the values of the form. */
export function editValuesOf(agent: Agent): EditValues {
  return { ...typedContent(agent, fieldNames), handle: agent.handle ?? '' }
}

/** The changed fields. */
export function touchedFields(before: EditValues, after: EditValues): (keyof EditValues)[] {
  return editFields.filter((field) => after[field] !== before[field])
}

/**
 * A saved agent with what was typed or chosen while it was being saved; undefined if that was nothing.
 * @param now the values of the form, in which what was not typed may be the saved agent's already
 */
export function valuesSince(
  sent: WithFile<EditValues>,
  now: WithFile<EditValues>,
  saved: Agent,
): WithFile<EditValues> | undefined {
  const fresh = editValuesOf(saved)
  const typed = touchedFields(sent, now).filter((field) => now[field] !== fresh[field])
  const file = now.file === sent.file ? null : now.file
  if (typed.length === 0 && !file) return undefined
  return { ...fresh, ...Object.fromEntries(typed.map((field) => [field, now[field]])), file }
}

/** As they would be after saving. @param agent the agent from which the form was filled */
export function draftOf(agent: Agent, values: EditValues): TryOut['draft'] {
  return pickFields({ ...agent, ...changesBetween(editValuesOf(agent), values) }, triedFields)
}

/** Empty if it could be saved. */
export function checkDraft(draft: TryOut['draft']): FieldErrors<keyof TryOut['draft']> {
  return schemaErrors(tryOutSchema.shape.draft.safeParse(draft))
}

type EditedContent = Partial<AgentContent & Pick<Agent, 'handle'>>

/** Sends only changed fields, so that changes from another tab to the others are not overwritten. */
export function changesBetween(before: EditValues, after: EditValues): EditedContent {
  const asSent = { ...contentOf(after, fieldNames), handle: after.handle.trim() || null }
  return Object.fromEntries(touchedFields(before, after).map((field) => [field, asSent[field]]))
}

/** Whether an agent has all these changes already: an earlier try saved them, and only its response was lost. */
export function hasChanges(agent: Agent, changes: EditedContent): boolean {
  return editFields.every((field) => !(field in changes) || isSameValue(changes[field], agent[field]))
}

/** Empty if the changes can be sent, or if there are none. */
export function checkChanges(changes: AgentChanges): FieldErrors<keyof EditValues> {
  if (Object.keys(changes).length === 0) return {}
  return schemaErrors(agentChangesSchema.safeParse(changes))
}
