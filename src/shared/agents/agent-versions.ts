import * as z from 'zod/mini'
import { pictureUrlSchema } from '../common/picture-url.ts'
import { type AgentContent, type FieldName, fieldNames } from './agent-fields.ts'
import { storedFields } from './agents.ts'

export const agentVersionSchema = z.object({
  ...storedFields,
  pictureUrl: pictureUrlSchema,
  /** Version 1 is the agent as it was created. */
  number: z.int(),
  /** The version since which it has this persona and lorebook. */
  persona: z.int(),
  /** When it changed to this version or, for version 1, was created. */
  since: z.iso.datetime(),
})
export type AgentVersion = z.infer<typeof agentVersionSchema>

/** The response of `GET /api/agents/{id}/versions`, newest first, with the current one; numbers are never reused. */
export const agentVersionsSchema = z.object({ versions: z.array(agentVersionSchema) })
export type AgentVersions = z.infer<typeof agentVersionsSchema>

/** `basedOn` is the version that it replaces. */
export const restoreVersionSchema = z.strictObject({ basedOn: z.int('The version must be a whole number.') })

/** In the order in which a form shows them. */
export function changedFields(before: AgentContent, after: AgentContent): FieldName[] {
  return fieldNames.filter((field) => !isSameValue(before[field], after[field]))
}

type FieldValue = AgentContent[FieldName]

export function isSameValue(one: FieldValue | undefined, other: FieldValue | undefined): boolean {
  return comparable(one) === comparable(other)
}

/** The database gives the keys of an object in an order of its own. */
function comparable(value: FieldValue | undefined): string {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return JSON.stringify(isObject ? Object.entries(value).sort() : value)
}

/** The persona and its lorebook count as one. */
export type VersionedPart = FieldName | 'persona'

export function changedParts(before: AgentVersion, after: AgentVersion): VersionedPart[] {
  const fields = changedFields(before, after)
  return before.persona === after.persona ? fields : [...fields, 'persona']
}
