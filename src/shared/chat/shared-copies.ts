import * as z from 'zod/mini'
import { categories } from '../agents/agent-defaults.ts'
import { pictureUrlSchema } from '../agents/picture-url.ts'
import { citedSourceSchema } from '../knowledge/cited-source.ts'
import { replyStateSchema } from './message-schemas.ts'

/** The body of `POST /api/conversations/{id}/copies`: the last message of the path that is shared. */
export const newSharedCopySchema = z.strictObject({
  messageId: z.uuid('The id of the message must be a UUID.'),
})
export type NewSharedCopy = z.infer<typeof newSharedCopySchema>

/** A read-only copy of a conversation's path, as shown to the wallet that shared it. */
export const sharedCopySchema = z.object({
  /** The unguessable id in the copy's address. */
  id: z.uuid(),
  conversationId: z.uuid(),
  /** The last message of the copy. */
  messageId: z.uuid(),
  agentName: z.string(),
  /** The conversation's title when it was shared. */
  title: z.string(),
  sharedAt: z.iso.datetime(),
})
export type SharedCopy = z.infer<typeof sharedCopySchema>

/** The copies of a wallet, or of one of its conversations, last shared first. */
export const sharedCopiesSchema = z.object({ copies: z.array(sharedCopySchema) })

/** The query of `GET /api/me/copies`. */
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
    /** Whether the reply reached the length limit. */
    cutShort: z.boolean(),
    /**
     * The passages that it cites, as far as visitors of its agent may open them; absent if it was given none. Other
     * numbers in brackets cite nothing.
     */
    sources: z.optional(z.array(citedSourceSchema)),
  }),
])
export type CopiedMessage = z.infer<typeof copiedMessageSchema>

/** A copy as shown to everybody who has its address. It names neither the wallet that asked nor the conversation. */
export const sharedConversationSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  sharedAt: z.iso.datetime(),
  agent: z.object({
    name: z.string(),
    pictureUrl: pictureUrlSchema,
    /** The agent that the reader can talk to; null if it is no longer open to others. */
    open: z.nullable(
      z.object({
        id: z.uuid(),
        category: z.enum(categories),
        owner: z.string(),
        ownerName: z.nullable(z.string()),
      }),
    ),
  }),
  /** The messages of the path, oldest first. */
  messages: z.array(copiedMessageSchema),
})
export type SharedConversation = z.infer<typeof sharedConversationSchema>
