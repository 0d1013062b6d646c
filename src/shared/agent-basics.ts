import * as z from 'zod/mini'
import { pageQuery } from './page-query.ts'

/**
 * What of agents every screen knows. The schemas of whole agents, and the rules for making one, are in `agents.ts`, which
 * only forms load.
 */

export const categories = ['neural', 'security', 'quantum', 'synthetic'] as const
export type Category = (typeof categories)[number]

/** Section 2: the name a category carries on a chip, a card and in the form. */
export const categoryNames: Record<Category, string> = {
  neural: 'Neural Core',
  security: 'Security Matrix',
  quantum: 'Quantum Processing',
  synthetic: 'Synthetic Cognition',
}

/** Decision 12: shown where no image was given and where one fails to load; 300x300, shipped with the product. */
export const DEFAULT_IMAGE_URL = '/images/default.webp'

export const tones = ['professional', 'friendly', 'casual', 'academic', 'humorous'] as const
export type Tone = (typeof tones)[number]

/** What lists of agents are asked with. */
export const agentListFields = {
  ...pageQuery,
  category: z.optional(z.enum(categories, 'Choose one of the four categories.')),
}

/** The query of `GET /api/agents`. */
export const agentListQuerySchema = z.object(agentListFields)
export type AgentListQuery = z.infer<typeof agentListQuerySchema>
