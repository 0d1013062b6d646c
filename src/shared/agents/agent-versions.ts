import * as z from 'zod/mini'
import { type AgentContent, type FieldName, fieldNames } from './agent-fields.ts'
import { storedFields } from './agents.ts'
import { pictureUrlSchema } from './picture-url.ts'

/** The state of an agent between two changes. */
export const agentVersionSchema = z.object({
  ...storedFields,
  pictureUrl: pictureUrlSchema,
  /** Version 1 is the agent as it was created. */
  number: z.int(),
  /** The version since which its persona and lorebook are what they are in this one. */
  persona: z.int(),
  /** When the agent changed to this version; for version 1, when the agent was created. */
  since: z.iso.datetime(),
})
export type AgentVersion = z.infer<typeof agentVersionSchema>

/**
 * The response of `GET /api/agents/{id}/versions` to the owner: newest first, the current version included. The oldest
 * versions are dropped when there are more than `limits.agentVersions`; numbers are never reused.
 */
export const agentVersionsSchema = z.object({ versions: z.array(agentVersionSchema) })
export type AgentVersions = z.infer<typeof agentVersionsSchema>

/** The body of `POST /api/agents/{id}/versions/{number}/restore`; `basedOn` is the version that it replaces. */
export const restoreVersionSchema = z.strictObject({ basedOn: z.int('The version must be a whole number.') })

/** Returns the fields in which two versions differ, in the order in which a form shows them. */
export function changedFields(before: AgentContent, after: AgentContent): FieldName[] {
  return fieldNames.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
}

/** What versions are compared by: the fields, and the persona with its lorebook as one. */
export type VersionedPart = FieldName | 'persona'

/** Returns the parts in which two versions differ. */
export function changedParts(before: AgentVersion, after: AgentVersion): VersionedPart[] {
  const fields = changedFields(before, after)
  return before.persona === after.persona ? fields : [...fields, 'persona']
}
