import * as z from 'zod/mini'
import { limits } from '../common/limits.ts'
import { pageQuery } from '../common/page-query.ts'
import { pictureUrlSchema } from '../common/picture-url.ts'
import { modelChoiceSchema } from '../models/model-choice.ts'
import { makerSchema } from '../people/maker.ts'
import { isSolanaAddress } from '../session/base58.ts'
import { isPlainLine, isPlainText, isVisible, missingOr } from '../text/plain-text.ts'
import { agentToolsSchema } from '../tools/agent-tools.ts'
import { looksLikeSchema } from '../trust/looks-like.ts'
import { ownModerationSchema } from '../trust/moderation.ts'
import { categories } from './agent-defaults.ts'
import {
  agentFields,
  type FieldName,
  type FieldValue,
  type FieldWithFallback,
  fallbacks,
  fieldNames,
  fieldsWithFallback,
  unlistedFields,
} from './agent-fields.ts'
import { imageReference } from './agent-images.ts'
import { agentNameProblem } from './agent-names.ts'
import { agentOrders } from './agent-orders.ts'
import { handleSchema } from './handles.ts'
import { tones } from './personality.ts'

const required = ({ label, max }: { label: string; max: number }) =>
  z
    .string(missingOr(`${label} is required.`, `${label} must be text.`))
    .check(
      z.trim(),
      z.minLength(1, `${label} is required.`),
      z.maxLength(max, `${label} can have at most ${max.toLocaleString('en-US')} characters.`),
      z.refine(isVisible, `${label} is required.`),
      z.refine(isPlainText, `${label} has a character that can't be shown.`),
    )

const requiredLine = (field: { label: string; max: number }) =>
  required(field).check(z.refine(isPlainLine, `${field.label} must be one line of plain characters.`))

const requiredList = ({ label, one }: { label: string; one: string }) =>
  z
    .array(
      requiredLine({ label: one, max: limits.listItem }),
      missingOr(`Give at least one ${one.toLowerCase()}.`, `${label} must be a list.`),
    )
    .check(
      z.minLength(1, `Give at least one ${one.toLowerCase()}.`),
      z.maxLength(limits.listItems, `Give at most ${limits.listItems}.`),
    )

const agentName = requiredLine(agentFields.name).check((payload) => {
  if (payload.issues.length > 0) return
  const problem = agentNameProblem(payload.value)
  if (problem !== null) payload.issues.push({ code: 'custom', message: problem, input: payload.value })
})

const fieldSchemas = {
  name: agentName,
  category: z.enum(categories, 'Choose one of the four categories.'),
  description: required(agentFields.description),
  personality: required(agentFields.personality),
  capabilities: requiredList(agentFields.capabilities),
  knowledgeDomains: requiredList(agentFields.knowledgeDomains),
  imageUrl: imageReference,
  /** Decision 13: the Solana mint address of the agent's token. */
  pumpToken: z.nullable(
    z
      .string('The token must be a Solana mint address.')
      .check(z.refine(isSolanaAddress, 'The token must be a Solana mint address.')),
  ),
  model: z.nullable(modelChoiceSchema),
  tools: z.nullable(agentToolsSchema),
} satisfies { [Name in FieldName]: z.ZodMiniType<FieldValue<Name>> }
const settable = z.object(fieldSchemas)

const maskOf = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, true])) as Record<Name, true>

/** What is left out, as by older pages and exports, gets its fallback. */
export const contentSchema = z.object({
  ...fieldSchemas,
  ...(Object.fromEntries(
    fieldsWithFallback.map((name) => [
      name,
      z._default(fieldSchemas[name] as z.ZodMiniType, fallbacks[name]),
    ]),
  ) as { [Name in FieldWithFallback]: z.ZodMiniDefault<(typeof fieldSchemas)[Name]> }),
})

/** The image is stored as the owner gave it: anywhere on the web, and for no `<img>`. */
const storedKinds = {
  line: z.string(),
  text: z.string(),
  list: z.array(z.string()),
  category: z.enum(categories),
  picture: z.string(),
  token: z.nullable(z.string()),
  model: z.nullable(modelChoiceSchema),
  tools: z.nullable(agentToolsSchema),
}
export const storedFields = Object.fromEntries(
  fieldNames.map((name) => [name, storedKinds[agentFields[name].kind]]),
) as { [Name in FieldName]: (typeof storedKinds)[(typeof agentFields)[Name]['kind']] }

export const agentSchema = z.object({
  id: z.uuid(),
  /** Without its `@`; null only for an agent of an earlier version of the server that has none yet. */
  handle: z.nullable(z.string()),
  ...storedFields,
  pictureUrl: pictureUrlSchema,
  owner: z.string(),
  /** Chosen by the owner (record 0041). */
  ownerName: z.nullable(z.string()),
  isPublic: z.boolean(),
  visibilityEnabled: z.boolean(),
  /** Whether others may make an agent of their own of it. */
  allowsCopies: z.boolean(),
  upvotes: z.number(),
  upvoted: z.boolean(),
  /** False for a visitor, as `upvoted` is. */
  favourite: z.boolean(),
  /** Increases with every change of a versioned field, from 1. */
  version: z.int(),
  /** Documents that are not read in yet do not count. */
  documents: z.int(),
  /** The names of the agent and of the viewer are in place. */
  greetings: z.optional(z.array(z.string())),
  hasLore: z.optional(z.literal(true)),
  /** In its owner's list: the model that was chosen for it and is not here any more. */
  goneModel: z.optional(z.string()),
  moderation: ownModerationSchema,
  /** Its name, or its owner's, is taken for a well-known one's: the owner's address belongs beside it. */
  marked: z.optional(z.literal(true)),
  looksLike: z.optional(looksLikeSchema),
  createdAt: z.iso.datetime(),
})
export type Agent = z.infer<typeof agentSchema>

export const agentSummarySchema = z.omit(agentSchema, {
  ...maskOf(unlistedFields),
  allowsCopies: true,
  upvoted: true,
  favourite: true,
  version: true,
  documents: true,
  greetings: true,
  hasLore: true,
  looksLike: true,
})
export type AgentSummary = z.infer<typeof agentSummarySchema>

export const agentPageSchema = z.object({
  agents: z.array(agentSummarySchema),
  nextCursor: z.nullable(z.string()),
})
export type AgentPage = z.infer<typeof agentPageSchema>

/** The body of `POST /api/agents`. The owner is the session's wallet, never taken from here (decision 2). */
export const newAgentSchema = z.strictObject({
  /** Section 3: made by the client. A retry with the same id returns the same agent. */
  id: z.optional(z.uuid('The id must be a UUID.')),
  ...z.partial(settable, maskOf(fieldsWithFallback)).shape,
  personality: required({ label: agentFields.personality.label, max: limits.personality }),
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
  /** False creates a draft, which opens by its link and is not listed (decision 9). */
  isPublic: z.optional(z.boolean('This must be true or false.')),
  visibilityEnabled: z.optional(z.boolean('This must be true or false.')),
  allowsCopies: z.optional(z.boolean('This must be true or false.')),
})
export type NewAgent = z.infer<typeof newAgentSchema>

/** The body of `PATCH /api/agents/{id}`. Publishing is a separate request. */
export const agentChangesSchema = z
  .strictObject({
    ...z.partial(settable).shape,
    visibilityEnabled: newAgentSchema.shape.visibilityEnabled,
    allowsCopies: newAgentSchema.shape.allowsCopies,
    /** Null or empty for one made from the name. Earlier handles go on leading to the agent. */
    handle: z.optional(handleSchema),
    /** Fails with `conflict` if the agent has changed since this version. */
    basedOn: z.optional(z.int('The version must be a whole number.')),
  })
  .check(
    z.refine(({ basedOn: _, ...changes }) => Object.keys(changes).length > 0, {
      error: 'Nothing to change.',
      // Unknown or invalid fields have been reported already.
      when: ({ issues }) => issues.length === 0,
    }),
  )
export type AgentChanges = z.infer<typeof agentChangesSchema>

const listQuery = {
  ...pageQuery,
  category: z.optional(z.enum(categories, 'Choose one of the four categories.')),
}

export const agentListQuerySchema = z.object({
  ...listQuery,
  maker: z.optional(makerSchema),
  /** Agents that have exactly this capability. */
  tag: z.optional(
    z
      .string('Search for one tag.')
      .check(
        z.maxLength(limits.listItem, `A tag can have at most ${limits.listItem} characters.`),
        z.refine(isPlainLine, 'A tag is one line of plain characters.'),
      ),
  ),
  order: z.optional(z.enum(agentOrders, 'Choose newest, rising or talked.')),
})
export type AgentListQuery = z.infer<typeof agentListQuerySchema>

/** The query of `GET /api/me/agents`; a draft is unpublished. */
export const myAgentsQuerySchema = z.object({
  ...listQuery,
  state: z.optional(z.enum(['draft'], 'The only state to ask for is draft.')),
})
export type MyAgentsQuery = z.infer<typeof myAgentsQuerySchema>

export const upvoteCountSchema = z.pick(agentSchema, { upvotes: true, upvoted: true })
export type UpvoteCount = z.infer<typeof upvoteCountSchema>
