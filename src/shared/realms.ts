import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { pageQuery } from './page-query.ts'
import { isPlainLine, isPlainText, isVisible } from './plain-text.ts'

export const realmSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  createdBy: z.string(),
  participants: z.array(z.string()),
  createdAt: z.iso.datetime(),
})
export type Realm = z.infer<typeof realmSchema>

export const realmPageSchema = z.object({ realms: z.array(realmSchema), nextCursor: z.nullable(z.string()) })
export type RealmPage = z.infer<typeof realmPageSchema>

/** The body of `POST /api/realms`; the creator is the session's wallet. */
export const newRealmSchema = z.strictObject({
  id: z.optional(z.uuid('The id must be a UUID.')),
  name: z
    .string('A name is required.')
    .check(
      z.trim(),
      z.minLength(1, 'A name is required.'),
      z.maxLength(limits.realmName, `A name can have at most ${limits.realmName} characters.`),
      z.refine(isVisible, 'A name is required.'),
      z.refine(isPlainLine, 'A name must be one line of plain characters.'),
    ),
  description: z
    .string('A description is required.')
    .check(
      z.trim(),
      z.maxLength(
        limits.realmDescription,
        `A description can have at most ${limits.realmDescription} characters.`,
      ),
      z.refine(isPlainText, "The description has a character that can't be shown."),
    ),
})
export type NewRealm = z.infer<typeof newRealmSchema>

/** The query of `GET /api/realms`. */
export const realmListQuerySchema = z.object(pageQuery)
export type RealmListQuery = z.infer<typeof realmListQuerySchema>

/** Section 3: what somebody said in a realm; whether it was the reader follows from the author. */
export const realmMessageSchema = z.object({
  /** Made by the client that sent it. */
  id: z.uuid(),
  /** The realm's id. */
  conversationId: z.uuid(),
  /** Its place in the realm; it only grows, and no two messages of a realm have the same. */
  number: z.int(),
  /** The wallet that sent it. */
  author: z.string(),
  content: z.string(),
  createdAt: z.iso.datetime(),
})
export type RealmMessage = z.infer<typeof realmMessageSchema>

/** Messages from oldest to newest. */
export const realmMessagePageSchema = z.object({
  messages: z.array(realmMessageSchema),
  /** Whether there are more in the direction that was asked for: later ones for `after`, earlier ones otherwise. */
  hasMore: z.boolean(),
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
})
export type NewRealmMessage = z.infer<typeof newRealmMessageSchema>

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
