import * as z from 'zod/mini'
import { pictureUrlSchema } from '../agents/picture-url.ts'
import { limits } from '../common/limits.ts'
import { pageQuery } from '../common/page-query.ts'
import { isPlainLine, isVisible } from '../text/plain-text.ts'
import { questionTextSchema } from './chat.ts'
import { messageSchema, replyStateSchema } from './message-schemas.ts'

/** A stored conversation as a list shows it. It is its wallet's alone. */
export const conversationSummarySchema = z.object({
  id: z.uuid(),
  agentId: z.uuid(),
  /** As the agent is called now, or as it was called when it could last be seen. */
  agentName: z.string(),
  agentImageUrl: pictureUrlSchema,
  /** Whether the agent is still there for this wallet. */
  agentAnswers: z.boolean(),
  title: z.string(),
  /** Of its newest reply; `finished` also where a conversation was copied whole. */
  state: replyStateSchema,
  createdAt: z.iso.datetime(),
  /** When it was last asked something. */
  updatedAt: z.iso.datetime(),
  /** Where a search found its words: a piece of the message around them. */
  excerpt: z.optional(z.string()),
  /** In a list: how its newest reply begins, or of one that is running how it goes on just now; one line of plain words. */
  newestWords: z.optional(z.string()),
})
export type ConversationSummary = z.infer<typeof conversationSummarySchema>

/** Last used first. */
export const conversationPageSchema = z.object({
  conversations: z.array(conversationSummarySchema),
  nextCursor: z.nullable(z.string()),
})
export type ConversationPage = z.infer<typeof conversationPageSchema>

/** A conversation with all that was said in it, in no order that means anything. */
export const conversationSchema = z.object({
  ...conversationSummarySchema.shape,
  /** The end of the path that is shown. */
  activeLeaf: z.uuid(),
  /** A running reply has the words that were stored so far; following it goes on from there. */
  messages: z.array(messageSchema),
})
export type Conversation = z.infer<typeof conversationSchema>

/** The query of `GET /api/conversations`: all, those with one agent, those with some words in their title or messages. */
export const conversationListQuerySchema = z.object({
  ...pageQuery,
  agentId: z.optional(z.uuid('The agent id must be a UUID.')),
})
export type ConversationListQuery = z.infer<typeof conversationListQuerySchema>

const id = (what: string) => z.uuid(`The id of the ${what} must be a UUID.`)

/**
 * The body of `POST /api/conversations/{id}/replies`: a new question, or one that is there and is asked again. Where
 * there is no such conversation it begins with it. Asking again with the same reply id follows the same reply.
 */
export const askSchema = z.strictObject({
  replyId: id('reply'),
  agentId: id('agent'),
  question: z.union([
    z.strictObject({
      id: id('question'),
      /** The reply that it follows, or null at the beginning: an edited question has the parent of the first one. */
      parentId: z.nullable(id('parent')),
      content: questionTextSchema,
    }),
    z.strictObject({ id: id('question') }),
  ]),
})
export type Ask = z.infer<typeof askSchema>

/**
 * The query of `GET /api/conversations/{id}/replies/{reply}`: how much is known already, as a place in the reply's log (see
 * `replyEventSchema`).
 */
export const followQuerySchema = z.object({
  after: z.optional(
    z.pipe(
      z.string('Give one number.').check(z.regex(/^\d{1,9}$/, 'Give the length of the text that is known.')),
      z.transform(Number),
    ),
  ),
})
export type FollowQuery = z.infer<typeof followQuerySchema>

/** The body of `PATCH /api/conversations/{id}`. */
export const conversationChangesSchema = z
  .strictObject({
    title: z.optional(
      z
        .string('A title is required.')
        .check(
          z.trim(),
          z.minLength(1, 'A title is required.'),
          z.maxLength(
            limits.conversationTitle,
            `A title can have at most ${limits.conversationTitle} characters.`,
          ),
          z.refine(isVisible, 'A title is required.'),
          z.refine(isPlainLine, 'A title must be one line of plain characters.'),
        ),
    ),
    activeLeaf: z.optional(id('message')),
  })
  .check(z.refine((changes) => Object.keys(changes).length > 0, 'There is nothing to change.'))
export type ConversationChanges = z.infer<typeof conversationChangesSchema>

/** The body of `POST /api/conversations/{id}/fork`: a new conversation with what was said up to a message. */
export const forkSchema = z.strictObject({ id: id('new conversation'), messageId: id('message') })
export type Fork = z.infer<typeof forkSchema>

/** What `DELETE /api/conversations` took away; with its moment all of it can be brought back for ten seconds. */
export const deletedConversationsSchema = z.object({ count: z.int(), deletedAt: z.iso.datetime() })
export type DeletedConversations = z.infer<typeof deletedConversationsSchema>

/** The body of `POST /api/conversations/restore`. */
export const restoreConversationsSchema = z.strictObject({ deletedAt: z.iso.datetime() })

/** The query of `GET /api/conversations/{id}/export`: the shown path as Markdown, or all of the tree as JSON. */
export const exportQuerySchema = z.object({
  format: z.enum(['markdown', 'json'], 'The format must be markdown or json.'),
})
export type ExportFormat = z.infer<typeof exportQuerySchema>['format']

/**
 * A title made from the first words of a conversation: its first line that can be seen, without what may not stand in
 * a title, cut between words where it is long.
 */
export function titleOf(question: string): string {
  const lines = question.split(/\r\n|[\n\r\u2028\u2029]/).map((line) =>
    Array.from(line, (character) => (isPlainLine(character) ? character : ' '))
      .join('')
      .replace(/\s+/g, ' ')
      .trim(),
  )
  const line = lines.find(isVisible) ?? ''
  if (line.length <= MADE_TITLE) return line
  const cut = line.slice(0, MADE_TITLE)
  const end = cut.lastIndexOf(' ') > MADE_TITLE / 2 ? cut.lastIndexOf(' ') : cut.length
  return `${cut.slice(0, end).replace(/[\ud800-\udbff]$/, '')}…`
}

/** As much as a narrow list shows in two lines, in UTF-16 units. */
const MADE_TITLE = 60
