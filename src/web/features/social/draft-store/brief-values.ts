import * as z from 'zod/mini'
import { type Tone, tones } from '../../../../shared/agents/personality.ts'
import { limits } from '../../../../shared/common/limits.ts'
import {
  type Brief,
  briefSchema,
  type Platform,
  platforms,
  type StoredBrief,
} from '../../../../shared/social.ts'
import { type FieldErrors, schemaErrors } from '../../../blocks/form/field-errors.ts'
import { type ChosenAgent, chosenAgentSchema } from '../../../blocks/saved-draft/chosen-agent.ts'

export interface BriefValues {
  agent: ChosenAgent | null
  platform: Platform
  topic: string
  source: string
  tone: Tone
  count: number
}

export const briefValuesSchema = z.object({
  agent: z.nullable(chosenAgentSchema),
  platform: z.enum(platforms),
  topic: z.string(),
  source: z.string(),
  tone: z.enum(tones),
  count: z.int().check(z.gte(1), z.lte(limits.socialDrafts)),
})

/** Three drafts are enough to judge a brief. */
export const emptyBrief: BriefValues = {
  agent: null,
  platform: 'x',
  topic: '',
  source: '',
  tone: 'friendly',
  count: 3,
}

/** The fields that can be invalid, in the order in which the form shows them. */
export const briefFields = ['agentId', 'topic', 'source'] as const
export type BriefErrors = FieldErrors<(typeof briefFields)[number]>

/** Returns the errors by field if it is invalid. */
export function readBrief(
  values: BriefValues,
): { ok: true; brief: Brief } | { ok: false; errors: BriefErrors } {
  const { agent, platform, topic, source, tone } = values
  const parsed = briefSchema.safeParse({ agentId: agent?.id, platform, topic, source, tone })
  if (parsed.success) return { ok: true, brief: parsed.data }
  return { ok: false, errors: schemaErrors(parsed) }
}

export function briefErrors(values: BriefValues): BriefErrors {
  const read = readBrief(values)
  return read.ok ? {} : read.errors
}

export function valuesOf(stored: StoredBrief): BriefValues {
  const { agentId, agentName, agentImageUrl, platform, topic, source, tone, drafts } = stored
  return {
    agent: { id: agentId, name: agentName, imageUrl: agentImageUrl },
    platform,
    topic,
    source,
    tone,
    count: drafts.length,
  }
}
