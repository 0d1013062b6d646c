import * as z from 'zod/mini'
import { type Agent, agentSchema } from './agents.ts'

/** The fields of an agent that are versioned: everything its owner edits except its visibility and listing. */
export const versionedFields = [
  'name',
  'description',
  'category',
  'personality',
  'capabilities',
  'knowledgeDomains',
  'imageUrl',
  'pumpToken',
] as const satisfies readonly (keyof Agent)[]
export type VersionedField = (typeof versionedFields)[number]

/** The state of an agent between two changes. */
export const agentVersionSchema = z.object({
  ...z.pick(agentSchema, {
    name: true,
    description: true,
    category: true,
    personality: true,
    capabilities: true,
    knowledgeDomains: true,
    imageUrl: true,
    pictureUrl: true,
    pumpToken: true,
  }).shape,
  /** Version 1 is the agent as it was created. */
  number: z.int(),
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
export function changedFields(
  before: Pick<Agent, VersionedField>,
  after: Pick<Agent, VersionedField>,
): VersionedField[] {
  return versionedFields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
}
