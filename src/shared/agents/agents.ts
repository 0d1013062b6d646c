import * as z from 'zod/mini'
import { limits } from '../common/limits.ts'
import { pageQuery } from '../common/page-query.ts'
import { makerSchema } from '../people/maker.ts'
import { isSolanaAddress } from '../session/base58.ts'
import { isPlainLine, isPlainText, isVisible } from '../text/plain-text.ts'
import { categories } from './agent-defaults.ts'
import { agentNameProblem } from './agent-names.ts'
import { tones } from './personality.ts'
import { pictureUrlSchema } from './picture-url.ts'

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

/** An image on the web. */
const webImage = z
  .string('Use an https image address.')
  .check(
    z.maxLength(limits.imageUrl, 'Use an https image address.'),
    z.regex(/^https:\/\/[^\s/?#@\\][^\s/?#@\\.]*\.[^\s/?#@\\]+([/?#]\S*)?$/i, 'Use an https image address.'),
    z.refine(isPlainLine, 'Use an https image address.'),
  )

/**
 * An image as a request names it: an https address, one of the server's own stored images,
 * or an embedded base64 data string (PNG, JPEG, WebP, GIF or AVIF; SVG is refused).
 */
const imageReference = z.union(
  [
    z.string().check(z.regex(/^\/images\/(default|samples\/[a-z0-9-]+|[0-9a-f]{64})\.webp$/)),
    webImage,
    z.string().check(z.refine(isImageData)),
  ],
  'Use an https image address or upload a PNG, JPEG, WebP, GIF or AVIF file.',
)

export const agentSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  /** As its owner gave it, for the form that changes it. It may lie anywhere on the web: it is for no `<img>`. */
  imageUrl: z.string(),
  pictureUrl: pictureUrlSchema,
  personality: z.string(),
  capabilities: z.array(z.string()),
  knowledgeDomains: z.array(z.string()),
  owner: z.string(),
  /** What its owner calls themselves, if anything (decision 30). */
  ownerName: z.nullable(z.string()),
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

/** The name of an agent that is made or changed; `agent-names.ts` says which would be taken for somebody else's. */
const agentName = requiredLine('Name', limits.agentName).check((payload) => {
  if (payload.issues.length > 0) return
  const problem = agentNameProblem(payload.value)
  if (problem !== null) payload.issues.push({ code: 'custom', message: problem, input: payload.value })
})

/** The body of `POST /api/agents`. The owner is the session's wallet and is never taken from here (decision 2). */
export const newAgentSchema = z.strictObject({
  /** Section 3: made on the client. Sending the same id again returns the agent that the first try made. */
  id: z.optional(z.uuid('The id must be a UUID.')),
  name: agentName,
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
export const agentListQuerySchema = z.object({ ...listQuery, maker: z.optional(makerSchema) })
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

/** The body of `POST /api/images/remote`. */
export const remoteImageSchema = z.strictObject({ url: webImage })

/** What it answers: null where no picture could be fetched, for whatever reason. */
export const shownImageSchema = z.object({ pictureUrl: z.nullable(pictureUrlSchema) })

/** What `POST /api/images` answers: the address under which the picture is kept. */
export const storedImageSchema = z.object({ imageUrl: z.string() })

/** Section 5: comma-separated text as a list; blank items fall away. */
export function splitList(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}
