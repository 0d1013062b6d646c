import * as z from 'zod/mini'
import { agentTroubles } from '../agents/agent-troubles.ts'
import { replyStateSchema } from '../chat/message-schemas.ts'
import { limits } from '../common/limits.ts'
import { pageQuery } from '../common/page-query.ts'
import { isPlainText, isVisible } from '../text/plain-text.ts'

const place = {
  /** Made by whoever sent it; unique in its realm. */
  id: z.uuid(),
  /** The realm's id. */
  conversationId: z.uuid(),
  /** Its place in the realm: 1, 2, 3 and so on. It never changes, and no two messages of a realm have the same. */
  number: z.int(),
  /**
   * When it last changed, counted in the realm's changes: whoever knows everything up to a version is missing exactly
   * what has a greater one. No two messages of a realm have the same.
   */
  version: z.int(),
  /** The wallet that sent it; of an agent's answer, the wallet that started it. */
  author: z.string(),
  /** Empty once it was removed. Of a running answer, what was said so far as far as the teller knows. */
  content: z.string(),
  createdAt: z.iso.datetime(),
  /** Its author or the realm's creator took its words out. */
  removed: z.boolean(),
}

/** What a person said. Whether it was the reader follows from the author (section 3). */
const saidSchema = z.object({
  ...place,
  kind: z.literal('said'),
  /** The number of the message that it answers, if it answers one. */
  replyTo: z.nullable(z.int()),
})

/** What an agent said, or is about to say. */
const answerSchema = z.object({
  ...place,
  kind: z.literal('answer'),
  agentId: z.uuid(),
  /** As it was called then. */
  agentName: z.string(),
  /** The number of the message that made it speak. */
  answers: z.int(),
  state: replyStateSchema,
  trouble: z.nullable(z.enum(agentTroubles)),
})

/** A person let the agents go on, who had come to their cap. It has no words. */
const goOnSchema = z.object({ ...place, kind: z.literal('go-on') })

export const realmMessageSchema = z.discriminatedUnion('kind', [saidSchema, answerSchema, goOnSchema])
export type RealmMessage = z.infer<typeof realmMessageSchema>
export type RealmAnswer = z.infer<typeof answerSchema>

/** Messages from oldest to newest. */
export const realmMessagePageSchema = z.object({
  messages: z.array(realmMessageSchema),
  /** Whether there are more in the direction that was asked for: later ones for `after`, earlier ones otherwise. */
  hasMore: z.boolean(),
  /** The realm's version of which this is true. */
  version: z.int(),
})
export type RealmMessagePage = z.infer<typeof realmMessagePageSchema>

/** The body of `POST /api/realms/{id}/messages`; the author is the session's wallet. */
export const newRealmMessageSchema = z.strictObject({
  /** Sending again under the same id stores nothing twice. */
  id: z.uuid('The id must be a UUID.'),
  content: z
    .string('A message is required.')
    .check(
      z.trim(),
      z.minLength(1, 'A message is required.'),
      z.maxLength(
        limits.realmMessage,
        `A message can have at most ${limits.realmMessage.toLocaleString('en-US')} characters.`,
      ),
      z.refine(isVisible, 'A message is required.'),
      z.refine(isPlainText, "The message has a character that can't be shown."),
    ),
  /** The number of the message that it answers. */
  replyTo: z.optional(z.nullable(z.int('Give the number of a message.').check(z.minimum(1)))),
})
export type NewRealmMessage = z.infer<typeof newRealmMessageSchema>

/** The body of `POST /api/realms/{id}/go-on`. */
export const goOnRequestSchema = z.strictObject({ id: z.uuid('The id must be a UUID.') })

const messageNumber = z.optional(
  z.pipe(
    z.string('Give one number.').check(z.regex(/^\d{1,15}$/, 'Give the number of a message.')),
    z.transform(Number),
  ),
)

/** The query of `GET /api/realms/{id}/messages`: the newest without a number, else those on one side of it. */
export const realmMessagesQuerySchema = z
  .object({ before: messageNumber, after: messageNumber, limit: pageQuery.limit })
  .check(
    z.refine(({ before, after }) => before === undefined || after === undefined, {
      error: 'Ask for the messages before a number or after one, not for both.',
      path: ['after'],
    }),
  )
export type RealmMessagesQuery = z.infer<typeof realmMessagesQuerySchema>
