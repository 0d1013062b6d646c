import * as z from 'zod/mini'
import { limits } from '../common/limits.ts'
import { sentMoment } from '../common/moment.ts'
import { pageQuery } from '../common/page-query.ts'
import { pictureUrlSchema } from '../common/picture-url.ts'
import { modelRefSchema } from '../models/model-choice.ts'
import { cutText, isPlainLine, isVisible } from '../text/plain-text.ts'
import { greetingTextSchema, questionTextSchema } from './chat.ts'
import { messageSchema, replyStateSchema } from './message-schemas.ts'
import { storySchema } from './stories.ts'

/** Only the wallet that a conversation belongs to can read it. */
export const conversationSummarySchema = z.object({
  id: z.uuid(),
  agentId: z.uuid(),
  /** The agent's current name, or its last known name if the wallet can no longer see it. */
  agentName: z.string(),
  agentImageUrl: pictureUrlSchema,
  agentAnswers: z.boolean(),
  /** The agent was taken down: what was said stays, and nothing more is. */
  agentDown: z.optional(z.literal(true)),
  title: z.string(),
  /** The model that its owner chose for it; null for the agent's. */
  modelRef: z.nullable(modelRefSchema),
  /** The state of the newest reply; `finished` also for a copy of a whole conversation. */
  state: replyStateSchema,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** In a search result: the text around the match. */
  excerpt: z.optional(z.string()),
  /** The message that the excerpt is of. */
  foundMessage: z.optional(z.uuid()),
  /** In a list, in one plain line: the beginning of the newest reply, or the end of one that is running. */
  newestWords: z.optional(z.string()),
})
export type ConversationSummary = z.infer<typeof conversationSummarySchema>

export const conversationPageSchema = z.object({
  conversations: z.array(conversationSummarySchema),
  nextCursor: z.nullable(z.string()),
})
export type ConversationPage = z.infer<typeof conversationPageSchema>

export const conversationSchema = z.object({
  ...conversationSummarySchema.shape,
  activeLeaf: z.uuid(),
  /**
   * A running reply has the text that was stored so far; following the reply resumes from there. Of a long conversation
   * these are the newest of the active path, oldest first, with the other versions of each.
   */
  messages: z.array(messageSchema),
  /** How many of the path are before them; absent if all messages of all paths are here. */
  earlier: z.optional(z.int()),
  /** Who wrote the replies: `AI_SOURCE` of `trust/disclosure.ts`. */
  digitalSourceType: z.optional(z.string()),
  /** Of all its paths; absent if there are none. */
  stories: z.optional(z.array(storySchema)),
})
export type Conversation = z.infer<typeof conversationSchema>

/** `GET /api/conversations/{id}/earlier?before=`: the messages of a path before one of it, with their other versions. */
export const earlierMessagesSchema = z.object({
  messages: z.array(messageSchema),
  /** How many of the path are before these. */
  earlier: z.int(),
})
export type EarlierMessages = z.infer<typeof earlierMessagesSchema>
export const earlierQuerySchema = z.object({ before: z.uuid('The id of the message must be a UUID.') })

/**
 * `DELETE /api/conversations/{id}/messages/{message}`: the words of a question and of all its answers, or of one answer,
 * for good: with their files, calls and the stories that tell of them. What was remembered from them goes, too.
 */
export const erasedMessagesSchema = z.object({ erased: z.array(z.uuid()), facts: z.int() })
export type ErasedMessages = z.infer<typeof erasedMessagesSchema>

/** `GET /api/agents/{id}/last-talk`: where the person was with an agent. */
export const lastTalkSchema = z.object({
  talk: z.nullable(
    z.object({
      conversationId: z.uuid(),
      title: z.string(),
      /** The newest question in one plain line, cut between words. */
      question: z.string(),
      askedAt: z.iso.datetime(),
    }),
  ),
})
export type LastTalk = z.infer<typeof lastTalkSchema>

export const conversationListQuerySchema = z.object({
  ...pageQuery,
  agentId: z.optional(z.uuid('The agent id must be a UUID.')),
})
export type ConversationListQuery = z.infer<typeof conversationListQuerySchema>

const id = (what: string) => z.uuid(`The id of the ${what} must be a UUID.`)

/** Asking creates a missing conversation. A retry with the same reply id follows the same reply. */
export const askSchema = z.strictObject({
  replyId: id('reply'),
  agentId: id('agent'),
  /** Answers this question alone in place of the conversation's; a conversation that begins keeps it. */
  model: z.optional(modelRefSchema),
  question: z.union([
    z.strictObject({
      id: id('question'),
      /** Null at the beginning. An edited question has the parent of the original. */
      parentId: z.nullable(id('parent')),
      content: questionTextSchema,
      /** As it was shown. It is stored under `parentId` unless it is there already. */
      greeting: z.optional(greetingTextSchema),
      /** Files of this conversation: replies use them from this question on. */
      files: z.optional(
        z
          .array(id('file'))
          .check(
            z.maxLength(
              limits.conversationFiles,
              `A question can have at most ${limits.conversationFiles} files.`,
            ),
          ),
      ),
    }),
    z.strictObject({ id: id('question') }),
  ]),
})
export type Ask = z.infer<typeof askSchema>

/** The query of `GET /api/conversations/{id}/replies/{reply}`: what the client has, as in `replyEventSchema`. */
export const followQuerySchema = z.object({
  after: z.optional(numberSchema('Give the length of the text that is known.')),
  revision: z.optional(numberSchema('Give the revision that is known.')),
})

function numberSchema(message: string) {
  return z.pipe(z.string('Give one number.').check(z.regex(/^\d{1,9}$/, message)), z.transform(Number))
}

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
    /** Shows the newest path that leads over this message, as the server finds it: a page may not know what follows it. */
    showVersion: z.optional(id('message')),
    /** Of the place or of an own key; null for the agent's. */
    modelRef: z.optional(z.nullable(modelRefSchema)),
  })
  .check(
    z.refine((changes) => Object.keys(changes).length > 0, 'There is nothing to change.'),
    z.refine(
      ({ activeLeaf, showVersion }) => activeLeaf === undefined || showVersion === undefined,
      'Choose the last message or a version, not both.',
    ),
  )
export type ConversationChanges = z.infer<typeof conversationChangesSchema>

export const forkSchema = z.strictObject({ id: id('new conversation'), messageId: id('message') })
export type Fork = z.infer<typeof forkSchema>

/** For ten seconds, `deletedAt` restores what was deleted. */
export const deletedConversationsSchema = z.object({ count: z.int(), deletedAt: z.iso.datetime() })
export type DeletedConversations = z.infer<typeof deletedConversationsSchema>

export const restoreConversationsSchema = z.strictObject({ deletedAt: sentMoment() })

/** The query of `GET /api/conversations/{id}/export`: the shown path as Markdown, or the whole tree as JSON. */
export const exportQuerySchema = z.object({
  format: z.enum(['markdown', 'json'], 'The format must be markdown or json.'),
})
export type ExportFormat = z.infer<typeof exportQuerySchema>['format']

/** The first visible line, without characters that a title cannot have, cut between words. */
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
  return `${cutText(cut, end)}…`
}

/** In UTF-16 units: what a narrow list shows in two lines. */
const MADE_TITLE = 60
