import * as z from 'zod/mini'
import { categories } from '../agents/agent-defaults.ts'
import { pictureUrlSchema } from '../common/picture-url.ts'
import { citedSourceSchema } from '../knowledge/cited-source.ts'
import { toldCallSchema } from '../tools/told-call.ts'
import { ownModerationSchema } from '../trust/moderation.ts'
import { replyStateSchema } from './message-schemas.ts'
import { shownModelSchema } from './model-fields.ts'

export const newSharedCopySchema = z.strictObject({
  messageId: z.uuid('The id of the message must be a UUID.'),
})
export type NewSharedCopy = z.infer<typeof newSharedCopySchema>

export const sharedCopySchema = z.object({
  /** The unguessable id in the copy's address. */
  id: z.uuid(),
  conversationId: z.uuid(),
  messageId: z.uuid(),
  agentName: z.string(),
  title: z.string(),
  sharedAt: z.iso.datetime(),
  moderation: ownModerationSchema,
})
export type SharedCopy = z.infer<typeof sharedCopySchema>

export const sharedCopiesSchema = z.object({ copies: z.array(sharedCopySchema) })

export const sharedCopiesQuerySchema = z.object({
  conversationId: z.optional(z.uuid('The conversation id must be a UUID.')),
})

/** A message without its time, wallet and reasoning. */
export const copiedMessageSchema = z.discriminatedUnion('role', [
  z.object({ role: z.literal('user'), content: z.string() }),
  z.object({
    role: z.literal('assistant'),
    content: z.string(),
    state: replyStateSchema,
    cutShort: z.boolean(),
    /** Its words came from whoever shared them, and nothing here tells who wrote them. */
    brought: z.optional(z.literal(true)),
    /** What visitors may open; absent if the reply was given no passages. Other numbers cite nothing. */
    sources: z.optional(z.array(citedSourceSchema)),
    model: z.optional(shownModelSchema),
    /** Calls of tools in order, without what is private. */
    calls: z.optional(z.array(toldCallSchema)),
  }),
])
export type CopiedMessage = z.infer<typeof copiedMessageSchema>

/** Everybody with the address sees it: it names neither the wallet that asked nor the conversation. */
export const sharedConversationSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  sharedAt: z.iso.datetime(),
  agent: z.object({
    name: z.string(),
    pictureUrl: pictureUrlSchema,
    /** Null if the agent is no longer open to others. */
    open: z.nullable(
      z.object({
        id: z.uuid(),
        category: z.enum(categories),
        owner: z.string(),
        ownerName: z.nullable(z.string()),
      }),
    ),
  }),
  messages: z.array(copiedMessageSchema),
  /** Who wrote the replies that were not `brought`: `AI_SOURCE` of `trust/disclosure.ts`; absent if there are none. */
  digitalSourceType: z.optional(z.string()),
  /** How many of the path are before them and not shared; absent if none are. */
  earlier: z.optional(z.int()),
})
export type SharedConversation = z.infer<typeof sharedConversationSchema>
