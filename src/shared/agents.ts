import * as z from 'zod/mini'
import { limits } from './limits.ts'

export const categories = ['neural', 'security', 'quantum', 'synthetic'] as const
export type Category = (typeof categories)[number]

/** Section 2: the name a category carries on a chip, a card and in the form. */
export const categoryNames: Record<Category, string> = {
  neural: 'Neural Core',
  security: 'Security Matrix',
  quantum: 'Quantum Processing',
  synthetic: 'Synthetic Cognition',
}

/** Section 5: what an agent of the /create form can do follows from its category. */
export const categoryCapabilities: Record<Category, readonly string[]> = {
  neural: ['Neural Processing', 'Pattern Recognition', 'Cognitive Analysis'],
  security: ['Threat Detection', 'Encryption', 'Security Protocols'],
  quantum: ['Quantum Computing', 'Entanglement Analysis', 'Wave Function'],
  synthetic: ['Synthetic Intelligence', 'Neural Networks', 'Deep Learning'],
}

/** Section 5: what the /create form starts with. */
export const DEFAULT_KNOWLEDGE_DOMAINS = 'Neural Processing, Quantum Computing, Machine Learning'

/** Decision 12: shown where no image was given and where one fails to load; 300x300, shipped with the product. */
export const DEFAULT_IMAGE_URL = '/images/default.webp'

export const tones = ['professional', 'friendly', 'casual', 'academic', 'humorous'] as const
export type Tone = (typeof tones)[number]

const base58 = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
/** A wallet's address or a token's mint: base58 of 32 bytes. The length of the bytes is checked where they matter. */
const solanaAddress = (message: string) => z.string().check(z.regex(base58, message))

const required = (label: string, max: number) =>
  z
    .string(`${label} must be text.`)
    .check(
      z.trim(),
      z.minLength(1, `${label} is required.`),
      z.maxLength(max, `${label} can have at most ${max.toLocaleString('en-US')} characters.`),
    )

const list = (label: string) =>
  z
    .array(required(label, limits.listItem))
    .check(
      z.minLength(1, `Give at least one ${label.toLowerCase()}.`),
      z.maxLength(limits.listItems, `Give at most ${limits.listItems}.`),
    )

/**
 * An image as a request names it: an https address, one of the server's own stored images,
 * or an embedded base64 data string (PNG, JPEG, WebP, GIF or AVIF; SVG is refused).
 */
const imageReference = z.union(
  [
    z.string().check(z.regex(/^\/images\/(default|samples\/[a-z0-9-]+|[0-9a-f]{64})\.webp$/)),
    z.string().check(z.maxLength(limits.imageUrl), z.regex(/^https:\/\/[^\s/?#@]+\.[^\s/?#@]+([/?#]\S*)?$/i)),
    z.string().check(z.regex(/^data:image\/(png|jpeg|webp|gif|avif);base64,[A-Za-z0-9+/]+={0,2}$/)),
  ],
  'Use an https image address or upload a PNG, JPEG, WebP, GIF or AVIF file.',
)

export const agentSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  imageUrl: z.string(),
  personality: z.string(),
  capabilities: z.array(z.string()),
  knowledgeDomains: z.array(z.string()),
  owner: z.string(),
  category: z.enum(categories),
  isPublic: z.boolean(),
  visibilityEnabled: z.boolean(),
  upvotes: z.number(),
  /** Whether the asking wallet has upvoted it; false for a visitor. */
  upvoted: z.boolean(),
  pumpToken: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
})
export type Agent = z.infer<typeof agentSchema>

/** What a list carries of each agent; the personality, which can be long, comes with the agent itself. */
export const agentSummarySchema = z.omit(agentSchema, { personality: true, upvoted: true })
export type AgentSummary = z.infer<typeof agentSummarySchema>

export const agentPageSchema = z.object({
  agents: z.array(agentSummarySchema),
  nextCursor: z.nullable(z.string()),
})
export type AgentPage = z.infer<typeof agentPageSchema>

/** The body of `POST /api/agents`. The owner is the session's wallet and is never taken from here (decision 2). */
export const newAgentSchema = z.strictObject({
  /** Section 3: made on the client. Sending the same id again returns the agent that the first try made. */
  id: z.optional(z.uuid('The id must be a UUID.')),
  name: required('Name', limits.agentName),
  description: required('Description', limits.agentDescription),
  category: z.enum(categories, 'Choose one of the four categories.'),
  personality: required('Personality', limits.personality),
  customInstructions: z.optional(
    z
      .string('Custom instructions must be text.')
      .check(
        z.trim(),
        z.maxLength(
          limits.customInstructions,
          `Custom instructions can have at most ${limits.customInstructions.toLocaleString('en-US')} characters.`,
        ),
      ),
  ),
  tone: z.optional(z.enum(tones, 'Choose one of the five tones.')),
  capabilities: list('Capability'),
  knowledgeDomains: list('Knowledge domain'),
  imageUrl: z.optional(imageReference),
  pumpToken: z.optional(z.nullable(solanaAddress('The token must be a Solana mint address.'))),
  /** False makes a draft, which opens by its link and is not listed (decision 9). */
  isPublic: z.optional(z.boolean()),
  visibilityEnabled: z.optional(z.boolean()),
})
export type NewAgent = z.infer<typeof newAgentSchema>

/** The body of `PATCH /api/agents/{id}`: any of these, at least one. Publishing has a call of its own. */
export const agentChangesSchema = z
  .strictObject({
    name: z.optional(newAgentSchema.shape.name),
    description: z.optional(newAgentSchema.shape.description),
    category: z.optional(newAgentSchema.shape.category),
    personality: z.optional(required('Personality', limits.joinedPersonality)),
    capabilities: z.optional(newAgentSchema.shape.capabilities),
    knowledgeDomains: z.optional(newAgentSchema.shape.knowledgeDomains),
    imageUrl: newAgentSchema.shape.imageUrl,
    pumpToken: newAgentSchema.shape.pumpToken,
    visibilityEnabled: newAgentSchema.shape.visibilityEnabled,
  })
  .check(z.refine((changes) => Object.keys(changes).length > 0, 'Nothing to change.'))
export type AgentChanges = z.infer<typeof agentChangesSchema>

const pageQuery = {
  /** Section 5: a case-insensitive substring of name or description; `%`, `_` and `\` are plain characters. */
  query: z.optional(
    z
      .string()
      .check(z.maxLength(limits.searchQuery, `A search can have at most ${limits.searchQuery} characters.`)),
  ),
  category: z.optional(z.enum(categories, 'Choose one of the four categories.')),
  cursor: z.optional(z.string().check(z.maxLength(200))),
  limit: z.optional(
    z.coerce
      .number('The limit must be a whole number.')
      .check(z.int('The limit must be a whole number.'), z.gte(1), z.lte(limits.listPageMax)),
  ),
}

/** The query of `GET /api/agents`. */
export const agentListQuerySchema = z.object(pageQuery)
export type AgentListQuery = z.infer<typeof agentListQuerySchema>

/** The query of `GET /api/me/agents`; `state=draft` keeps only what its owner has not published. */
export const myAgentsQuerySchema = z.object({ ...pageQuery, state: z.optional(z.enum(['draft'])) })
export type MyAgentsQuery = z.infer<typeof myAgentsQuerySchema>

/** Section 5: comma-separated text as a list; blank items fall away. */
export function splitList(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/**
 * Section 5: the personality is the base personality, the tone and the custom instructions joined together.
 * Parts that were not given leave nothing behind.
 */
export function joinPersonality(parts: {
  personality: string
  tone?: Tone | undefined
  customInstructions?: string | undefined
}): string {
  return [
    parts.personality.trim(),
    parts.tone && `Speak in a ${parts.tone} tone.`,
    parts.customInstructions?.trim(),
  ]
    .filter(Boolean)
    .join('\n\n')
}
