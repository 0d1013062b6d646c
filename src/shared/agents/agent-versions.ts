import * as z from 'zod/mini'
import { type Agent, agentSchema } from './agents.ts'

/** What of an agent is versioned: all that its owner edits, but not whether it is shown or listed. */
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

/** An agent as it was, or is, between two changes. */
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
  /** 1 is how it was made. */
  number: z.int(),
  /** When it became this; of the first one, when the agent was made. */
  since: z.iso.datetime(),
})
export type AgentVersion = z.infer<typeof agentVersionSchema>

/**
 * What `GET /api/agents/{id}/versions` answers its owner: newest first, the present one included. The oldest fall away
 * when there are more than `limits.agentVersions`; numbers are never given twice.
 */
export const agentVersionsSchema = z.object({ versions: z.array(agentVersionSchema) })
export type AgentVersions = z.infer<typeof agentVersionsSchema>

/** The body of `POST /api/agents/{id}/versions/{number}/restore`: the version that is replaced by it, see `basedOn`. */
export const restoreVersionSchema = z.strictObject({ basedOn: z.int('The version must be a whole number.') })

/** The fields in which two versions differ, in the order in which a form shows them. */
export function changedFields(
  before: Pick<Agent, VersionedField>,
  after: Pick<Agent, VersionedField>,
): VersionedField[] {
  return versionedFields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
}
