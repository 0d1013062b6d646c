import * as z from 'zod/mini'
import { agentProblems } from '../agents/agent-problems.ts'
import { pictureUrlSchema } from '../agents/picture-url.ts'
import { replyStateSchema } from '../chat/message-schemas.ts'
import { limits } from '../common/limits.ts'
import { pageQuery } from '../common/page-query.ts'
import { citedSourceSchema } from '../knowledge/cited-source.ts'
import { isPlainText, isVisible } from '../text/plain-text.ts'

const place = {
  /** Made by the sender; unique in its realm. */
  id: z.uuid(),
  conversationId: z.uuid(),
  /** The position in the realm: 1, 2, 3 and so on. It is unique in the realm and never changes. */
  number: z.int(),
  /**
   * The realm's version at the last change of the message: a client that has everything up to a version is missing
   * exactly the messages with a greater one. It is unique in the realm.
   */
  version: z.int(),
  /** The wallet that sent the message; for an agent's answer, the wallet that started the answer. */
  author: z.string(),
  /** Empty after removal. For a running answer, the text so far as far as the server knows. */
  content: z.string(),
  createdAt: z.iso.datetime(),
  /** Whether the author or the realm's creator removed the text. */
  removed: z.boolean(),
}

/** The name and picture that the person with the wallet `author` chose, if any (record 0041). */
const person = {
  authorName: z.nullable(z.string()),
  authorPictureUrl: z.nullable(pictureUrlSchema),
}

/** A person's message. Whether the viewer wrote it follows from the author (section 3). */
const saidSchema = z.object({
  ...place,
  ...person,
  kind: z.literal('said'),
  replyTo: z.nullable(z.int()),
})

/** An agent's answer, including one that is about to begin. */
const answerSchema = z.object({
  ...place,
  kind: z.literal('answer'),
  agentId: z.uuid(),
  agentName: z.string(),
  answers: z.int(),
  state: replyStateSchema,
  trouble: z.nullable(z.enum(agentProblems)),
  /** The passages cited by the text so far; absent if the agent had none for it. */
  sources: z.optional(z.array(citedSourceSchema)),
})

/** A person let the agents continue after they had reached their cap. It has no text. */
const goOnSchema = z.object({ ...place, ...person, kind: z.literal('go-on') })

export const realmMessageSchema = z.discriminatedUnion('kind', [saidSchema, answerSchema, goOnSchema])
export type RealmMessage = z.infer<typeof realmMessageSchema>
export type RealmAnswer = z.infer<typeof answerSchema>

/** Whether a message is an answer that its agent is still writing. */
export function isRunning(message: RealmMessage): message is RealmAnswer {
  return message.kind === 'answer' && message.state === 'running'
}

export const realmMessagePageSchema = z.object({
  messages: z.array(realmMessageSchema),
  /** Whether there are more in the requested direction: later ones for `after`, earlier ones otherwise. */
  hasMore: z.boolean(),
  version: z.int(),
})
export type RealmMessagePage = z.infer<typeof realmMessagePageSchema>

/** The body of `POST /api/realms/{id}/messages`; the author is the session's wallet. */
export const newRealmMessageSchema = z.strictObject({
  /** Made by the client: a retry with the same id stores the message once. */
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
  replyTo: z.optional(z.nullable(z.int('Give the number of a message.').check(z.minimum(1)))),
})
export type NewRealmMessage = z.infer<typeof newRealmMessageSchema>

export const goOnRequestSchema = z.strictObject({ id: z.uuid('The id must be a UUID.') })

const messageNumber = z.optional(
  z.pipe(
    z.string('Give one number.').check(z.regex(/^\d{1,15}$/, 'Give the number of a message.')),
    z.transform(Number),
  ),
)

/** The query of `GET /api/realms/{id}/messages`: the newest messages, or those before or after a number. */
export const realmMessagesQuerySchema = z
  .object({ before: messageNumber, after: messageNumber, limit: pageQuery.limit })
  .check(
    z.refine(({ before, after }) => before === undefined || after === undefined, {
      error: 'Ask for the messages before a number or after one, not for both.',
      path: ['after'],
    }),
  )
export type RealmMessagesQuery = z.infer<typeof realmMessagesQuerySchema>
