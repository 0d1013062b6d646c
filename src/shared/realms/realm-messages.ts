import * as z from 'zod/mini'
import { agentProblems } from '../agents/agent-problems.ts'
import { replyStateSchema } from '../chat/message-schemas.ts'
import { shownModelSchema } from '../chat/model-fields.ts'
import { limits } from '../common/limits.ts'
import { pageQuery } from '../common/page-query.ts'
import { pictureUrlSchema } from '../common/picture-url.ts'
import { citedSourceSchema } from '../knowledge/cited-source.ts'
import { isPlainText, isVisible } from '../text/plain-text.ts'
import { toldCallSchema } from '../tools/told-call.ts'
import { NOBODY } from './realms.ts'

const place = {
  /** Made by the sender; unique in its realm. */
  id: z.uuid(),
  conversationId: z.uuid(),
  /** From 1, unique in the realm; it never changes. */
  number: z.int(),
  /** Of the last change, unique in the realm: a client at a version lacks exactly the messages with greater ones. */
  version: z.int(),
  /** For an answer, the wallet that started it. */
  author: z.string(),
  /** Empty after removal. For a running answer, the text so far as far as the server knows. */
  content: z.string(),
  createdAt: z.iso.datetime(),
  removed: z.boolean(),
  /** The desk took it down: it is removed for now, and may come back. */
  down: z.optional(z.literal(true)),
  /**
   * It waits until the creator of the realm has looked at it. In the log it has neither words nor, if a person said it,
   * an author; both are in `GET /api/realms/{id}/held` for whom they concern.
   */
  withheld: z.optional(z.literal(true)),
}

/** Chosen by the person with the wallet `author` (record 0041). */
const person = {
  authorName: z.nullable(z.string()),
  authorPictureUrl: z.nullable(pictureUrlSchema),
}

/** Whether the viewer wrote it follows from the author (section 3). */
const saidSchema = z.object({
  ...place,
  ...person,
  kind: z.literal('said'),
  replyTo: z.nullable(z.int()),
})

/** An answer is there before it begins. */
const answerSchema = z.object({
  ...place,
  kind: z.literal('answer'),
  agentId: z.uuid(),
  agentName: z.string(),
  answers: z.int(),
  state: replyStateSchema,
  trouble: z.nullable(z.enum(agentProblems)),
  /** Absent if the agent had no passages: then numbers in brackets are text. */
  sources: z.optional(z.array(citedSourceSchema)),
  model: z.optional(shownModelSchema),
  /** Calls of tools in order, without what is private. The wallet that started it may read all of them. */
  calls: z.optional(z.array(toldCallSchema)),
})

/** Lets agents continue after their cap; it has no text. */
const goOnSchema = z.object({ ...place, ...person, kind: z.literal('go-on') })

export const realmMessageSchema = z.discriminatedUnion('kind', [saidSchema, answerSchema, goOnSchema])
export type RealmMessage = z.infer<typeof realmMessageSchema>
export type RealmAnswer = z.infer<typeof answerSchema>

export function isRunning(message: RealmMessage): message is RealmAnswer {
  return message.kind === 'answer' && message.state === 'running'
}

/** A message as everybody gets it: of one that is withheld, only that it is there. */
export function toldToAll(message: RealmMessage): RealmMessage {
  if (!message.withheld) return message
  switch (message.kind) {
    case 'said':
      return {
        ...message,
        author: NOBODY,
        authorName: null,
        authorPictureUrl: null,
        content: '',
        replyTo: null,
      }
    case 'answer': {
      const { sources: _, model: __, calls: ___, ...place } = message
      return { ...place, content: '' }
    }
    case 'go-on':
      return message
  }
}

/** Nothing of a waiting one runs: it goes on when its person has decided. */
export function isUnsettled(message: RealmMessage): message is RealmAnswer {
  return message.kind === 'answer' && (message.state === 'running' || message.state === 'waiting')
}

export const realmMessagePageSchema = z.object({
  messages: z.array(realmMessageSchema),
  hasMore: z.boolean(),
  version: z.int(),
})
export type RealmMessagePage = z.infer<typeof realmMessagePageSchema>

/** Messages that wait for the creator of their realm: all for the creator, their own for others. Oldest first. */
export const heldMessagesSchema = z.object({ messages: z.array(realmMessageSchema), hasMore: z.boolean() })
export type HeldMessages = z.infer<typeof heldMessagesSchema>

export const newRealmMessageSchema = z.strictObject({
  /** A retry with the same id stores the message once. */
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

export const heldQuerySchema = z.object({ after: messageNumber })

/** The newest messages, or those before or after a number. */
export const realmMessagesQuerySchema = z
  .object({ before: messageNumber, after: messageNumber, limit: pageQuery.limit })
  .check(
    z.refine(({ before, after }) => before === undefined || after === undefined, {
      error: 'Ask for the messages before a number or after one, not for both.',
      path: ['after'],
    }),
  )
export type RealmMessagesQuery = z.infer<typeof realmMessagesQuerySchema>
