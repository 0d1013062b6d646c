import * as z from 'zod/mini'
import { isSolanaAddress } from './base58.ts'
import { limits } from './limits.ts'
import { pageQuery } from './page-query.ts'
import { isPlainLine, isPlainText, isVisible } from './plain-text.ts'

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

/** Text of one or many lines that must say something. */
const required = (label: string, max: number) =>
  z
    .string(`${label} must be text.`)
    .check(
      z.trim(),
      z.minLength(1, `${label} is required.`),
      z.maxLength(max, `${label} can have at most ${max.toLocaleString('en-US')} characters.`),
      z.refine(isVisible, `${label} is required.`),
      z.refine(isPlainText, `${label} has a character that can't be shown.`),
    )

const requiredLine = (label: string, max: number) =>
  required(label, max).check(z.refine(isPlainLine, `${label} must be one line of plain characters.`))

const list = (label: string, plural: string) =>
  z
    .array(requiredLine(label, limits.listItem), `${plural} must be a list.`)
    .check(
      z.minLength(1, `Give at least one ${label.toLowerCase()}.`),
      z.maxLength(limits.listItems, `Give at most ${limits.listItems}.`),
    )

/** Decision 12; what the data really is, the server finds out by decoding it. */
const imageData = /^data:image\/(?:png|jpeg|webp|gif|avif);base64,/

/** Whether the text is an embedded image data string of a type that is taken; SVG is not. */
export function isImageData(text: string): boolean {
  const start = imageData.exec(text)?.[0].length
  return (
    start !== undefined &&
    text.length > start &&
    !/[^A-Za-z0-9+/]/.test(text.slice(start).replace(/={1,2}$/, ''))
  )
}

/**
 * An image as a request names it: an https address, one of the server's own stored images,
 * or an embedded base64 data string (PNG, JPEG, WebP, GIF or AVIF; SVG is refused).
 */
const imageReference = z.union(
  [
    z.string().check(z.regex(/^\/images\/(default|samples\/[a-z0-9-]+|[0-9a-f]{64})\.webp$/)),
    z
      .string()
      .check(
        z.maxLength(limits.imageUrl),
        z.regex(/^https:\/\/[^\s/?#@\\][^\s/?#@\\.]*\.[^\s/?#@\\]+([/?#]\S*)?$/i),
        z.refine(isPlainLine),
      ),
    z.string().check(z.refine(isImageData)),
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
  /** Whether the asking wallet keeps it at hand; false for a visitor. */
  favourite: z.boolean(),
  /** Grows by one with every change of what is versioned; 1 when it was made. */
  version: z.int(),
  pumpToken: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
})
export type Agent = z.infer<typeof agentSchema>

/** What a list carries of each agent; the personality, which can be long, comes with the agent itself. */
export const agentSummarySchema = z.omit(agentSchema, {
  personality: true,
  upvoted: true,
  favourite: true,
  version: true,
})
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
  name: requiredLine('Name', limits.agentName),
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
        z.refine(isPlainText, "Custom instructions have a character that can't be shown."),
      ),
  ),
  tone: z.optional(z.enum(tones, 'Choose one of the five tones.')),
  capabilities: list('Capability', 'Capabilities'),
  knowledgeDomains: list('Knowledge domain', 'Knowledge domains'),
  imageUrl: z.optional(imageReference),
  /** Decision 13. */
  pumpToken: z.optional(
    z.nullable(
      z
        .string('The token must be a Solana mint address.')
        .check(z.refine(isSolanaAddress, 'The token must be a Solana mint address.')),
    ),
  ),
  /** False makes a draft, which opens by its link and is not listed (decision 9). */
  isPublic: z.optional(z.boolean('This must be true or false.')),
  visibilityEnabled: z.optional(z.boolean('This must be true or false.')),
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
    /** The version that these changes were made to: where the agent has gone on since, they are refused as a `conflict`. */
    basedOn: z.optional(z.int('The version must be a whole number.')),
  })
  .check(
    z.refine(({ basedOn: _, ...changes }) => Object.keys(changes).length > 0, {
      error: 'Nothing to change.',
      // What was sent in vain is named already.
      when: ({ issues }) => issues.length === 0,
    }),
  )
export type AgentChanges = z.infer<typeof agentChangesSchema>

const listQuery = {
  ...pageQuery,
  category: z.optional(z.enum(categories, 'Choose one of the four categories.')),
}

/** The query of `GET /api/agents`. */
export const agentListQuerySchema = z.object(listQuery)
export type AgentListQuery = z.infer<typeof agentListQuerySchema>

/** The query of `GET /api/me/agents`; `state=draft` keeps only what its owner has not published. */
export const myAgentsQuerySchema = z.object({
  ...listQuery,
  state: z.optional(z.enum(['draft'], 'The only state to ask for is draft.')),
})
export type MyAgentsQuery = z.infer<typeof myAgentsQuerySchema>

/** What an upvote, or taking it back, answers (decision 10). */
export const upvoteCountSchema = z.pick(agentSchema, { upvotes: true, upvoted: true })
export type UpvoteCount = z.infer<typeof upvoteCountSchema>

/** What keeping an agent at hand, or not any more, answers. */
export const favouriteSchema = z.pick(agentSchema, { favourite: true })
export type Favourite = z.infer<typeof favouriteSchema>

/** What `GET /api/me/favourites` answers: those that the wallet can still see, kept last first. */
export const favouriteAgentsSchema = z.object({ agents: z.array(agentSummarySchema) })
export type FavouriteAgents = z.infer<typeof favouriteAgentsSchema>

/** The body of `POST /api/agents/{id}/duplicate`: the id of the new draft. Again with the same id it is the same draft. */
export const duplicateSchema = z.strictObject({ id: z.uuid('The id must be a UUID.') })

/** What `POST /api/images` answers: the address under which the picture is kept. */
export const storedImageSchema = z.object({ imageUrl: z.string() })

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
