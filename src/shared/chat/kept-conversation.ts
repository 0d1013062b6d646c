import * as z from 'zod/mini'
import { limits } from '../common/limits.ts'
import { sentMoment } from '../common/moment.ts'
import { modelRefSchema } from '../models/model-choice.ts'
import { toPlainText } from '../text/plain-text.ts'
import { toolPartFields, toolStatusSchema } from '../tools/tool-fields.ts'
import { toolLimits } from '../tools/tool-states.ts'
import { questionTextSchema } from './chat.ts'
import { contextPartFields } from './context-fields.ts'
import { attachedFileSchema } from './message-schemas.ts'
import { modelPartFields } from './model-fields.ts'
import { partVersion } from './part-kinds.ts'
import { textOf } from './parts.ts'
import { storySchema, storyTextSchema } from './stories.ts'

/** The maximum size of the body of `PUT /api/conversations/{id}`, in bytes. */
export const KEPT_BODY_BYTES = 4 * 1024 * 1024
/** Its messages have at least ten names and values each, and those of their sources and tools. */
export const KEPT_BODY_JSON = { depth: 32, values: 300_000 } as const

const id = (what: string) => z.uuid(`The id of the ${what} must be a UUID.`)
const place = {
  id: id('message'),
  parentId: z.nullable(id('parent')),
  /** Its words were deleted for good. */
  erased: z.optional(z.literal(true)),
  createdAt: sentMoment(),
}
const keptPlace = z.int().check(z.gte(1), z.lte(2 ** 31 - 1))
const keptSourceSchema = z.strictObject({
  n: z.int().check(z.gte(1), z.lte(limits.replySources.passages)),
  sourceId: z.uuid(),
  version: keptPlace,
  name: z.string().check(z.maxLength(limits.sourceName), z.overwrite(toPlainText)),
  page: z.nullable(keptPlace),
  lastPage: z.nullable(keptPlace),
  heading: z.nullable(z.string().check(z.maxLength(limits.passage.max), z.overwrite(toPlainText))),
  number: keptPlace,
  quote: z.string().check(z.maxLength(limits.replySources.characters), z.overwrite(toPlainText)),
  key: z.string().check(z.maxLength(64)),
})
export const keptSourcesSchema = z.array(keptSourceSchema).check(z.maxLength(limits.replySources.passages))
/** A stopped reply can end within a character, so it is converted to plain text. */
const keptText = (most: number) => z.string().check(z.maxLength(most), z.overwrite(toPlainText))
/** What its owner says of a reply of before is their own record, and counts for nothing. */
export const keptModelFields = {
  ...modelPartFields,
  asked: keptText(200),
  answered: z.nullable(keptText(200)),
  provider: keptText(80),
}
/** Nothing of before can still be decided or run. */
export const keptToolFields = {
  ...toolPartFields,
  title: keptText(120),
  arguments: keptText(toolLimits.argumentCharacters),
  status: toolStatusSchema.check(
    z.overwrite((status) => {
      if (status.state === 'done')
        return { ...status, result: toPlainText(status.result.slice(0, toolLimits.resultCharacters)) }
      return status.state === 'failed' || status.state === 'refused' ? status : { state: 'superseded' }
    }),
  ),
}
const keptPartSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: keptText(limits.personaText) }),
  z.strictObject({ kind: z.literal('reasoning'), text: keptText(limits.replyReasoning) }),
  z.strictObject({ kind: z.literal('sources'), ...partVersion, sources: keptSourcesSchema }),
  z.strictObject({ kind: z.literal('model'), ...partVersion, ...keptModelFields }),
  z.strictObject({ kind: z.literal('tool'), ...partVersion, ...keptToolFields }),
  z.strictObject({ kind: z.literal('context'), ...partVersion, ...contextPartFields }),
])
const keptMessageSchema = z.discriminatedUnion('role', [
  z.strictObject({
    ...place,
    role: z.literal('user'),
    content: z.union([questionTextSchema, z.literal('')], 'A question has words that can be shown.'),
    /** An export names the files of a question. They are not in it, so they are not stored. */
    files: z.optional(z.array(attachedFileSchema).check(z.maxLength(limits.conversationFiles))),
  }),
  z.strictObject({
    ...place,
    role: z.literal('assistant'),
    /** As long as a greeting may be. What is stored of a reply is shorter: an answer with the sentences around it. */
    content: keptText(limits.personaText),
    parts: z.optional(
      // More for its sources, its model and its calls of tools.
      z.array(keptPartSchema).check(z.maxLength(limits.replyParts + 2 + toolLimits.calls * toolLimits.steps)),
    ),
    state: z.enum(['finished', 'stopped', 'interrupted', 'failed']),
    cutShort: z.boolean(),
    forgotten: z.int().check(z.gte(0), z.lte(limits.conversationMessages)),
    repliedAt: z.nullable(sentMoment()),
  }),
])

/** Each message comes after its parent. */
export const keptMessagesSchema = z
  .array(keptMessageSchema)
  .check(
    z.minLength(1, 'A conversation begins with a question.'),
    z.maxLength(limits.conversationMessages, 'The conversation is too long.'),
    z.refine(saysUnlessErased, 'A question has words, and a message whose words were deleted has none.'),
    z.refine(saysItsParts, 'The content of a message is the text of its parts.'),
    z.refine(answersGreetings, 'A question follows each greeting.'),
    z.refine(isTree, 'Each message follows an earlier one of the other side, with an id of its own.'),
  )

/** The most stories that one conversation brings along. */
const KEPT_STORIES = 200

export const keptStoriesSchema = z
  .array(
    z.strictObject({
      ...storySchema.shape,
      text: storyTextSchema,
      createdAt: sentMoment(),
      updatedAt: sentMoment(),
    }),
  )
  .check(
    z.maxLength(KEPT_STORIES, 'The conversation has too many stories.'),
    z.refine(
      (stories) => new Set(stories.map(({ through }) => through.toLowerCase())).size === stories.length,
      'Each story tells up to a message of its own.',
    ),
  )

/** The body of `PUT /api/conversations/{id}`: what existed only in a page. More messages later update it. */
export const keptConversationSchema = z.strictObject({
  agentId: id('agent'),
  messages: keptMessagesSchema,
  /** The model that was chosen for it; null or absent for the agent's. */
  modelRef: z.optional(z.nullable(modelRefSchema)),
})
export type KeptConversation = z.infer<typeof keptConversationSchema>

function saysUnlessErased(messages: readonly z.infer<typeof keptMessageSchema>[]): boolean {
  return messages.every((message) => {
    if (!message.erased) return message.role === 'assistant' || message.content !== ''
    return message.content === '' && (message.role === 'user' || !message.parts)
  })
}

function saysItsParts(messages: readonly z.infer<typeof keptMessageSchema>[]): boolean {
  return messages.every(
    (message) => message.role === 'user' || !message.parts || textOf(message.parts) === message.content,
  )
}

function answersGreetings(messages: readonly z.infer<typeof keptMessageSchema>[]): boolean {
  const followed = new Set(messages.map(({ parentId }) => parentId?.toLowerCase()))
  return messages.every(
    ({ id, parentId, role }) => role === 'user' || parentId !== null || followed.has(id.toLowerCase()),
  )
}

/** A greeting has no parent, as the first question of a conversation without one. */
function isTree(messages: readonly { id: string; parentId: string | null; role: string }[]): boolean {
  const roles = new Map<string, string>()
  const otherSide = (role: string) => (role === 'user' ? 'assistant' : 'user')
  return messages.every(({ id, parentId, role }) => {
    const follows = parentId === null ? otherSide(role) : roles.get(parentId.toLowerCase())
    const isNew = !roles.has(id.toLowerCase())
    roles.set(id.toLowerCase(), role)
    return isNew && follows !== undefined && follows !== role
  })
}
