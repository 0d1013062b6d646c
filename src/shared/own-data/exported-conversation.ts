import * as z from 'zod/mini'
import { conversationChangesSchema } from '../chat/conversations.ts'
import { keptMessagesSchema, keptStoriesSchema } from '../chat/kept-conversation.ts'
import { copiedMessageSchema } from '../chat/shared-copies.ts'
import { modelRefSchema } from '../models/model-choice.ts'
import { given, id, moment, storedName } from './export-fields.ts'

/** `conversations/*.json`: with all branches, oldest message first. */
export const exportedConversationSchema = z
  .object({
    id,
    agentId: id,
    agentName: storedName,
    title: given(conversationChangesSchema.shape.title),
    modelRef: z._default(z.nullable(modelRefSchema), null),
    activeLeaf: id,
    createdAt: moment,
    updatedAt: moment,
    messages: keptMessagesSchema,
    stories: z.optional(keptStoriesSchema),
  })
  .check(
    z.refine(({ messages, activeLeaf }) => messages.some((message) => message.id === activeLeaf), {
      error: 'The message that is shown last is none of the conversation.',
      path: ['activeLeaf'],
    }),
    z.refine(tellsOfReplies, {
      error: 'A story tells up to a reply of its conversation.',
      path: ['stories'],
    }),
  )
export type ExportedConversation = z.infer<typeof exportedConversationSchema>

function tellsOfReplies(told: {
  messages: z.infer<typeof keptMessagesSchema>
  stories?: z.infer<typeof keptStoriesSchema> | undefined
}): boolean {
  const replies = new Set(told.messages.flatMap(({ id, role }) => (role === 'user' ? [] : [id])))
  return (told.stories ?? []).every(({ through }) => replies.has(through))
}

/** `shared/*.json`: what a shared copy of a conversation shows. An import does not share it again. */
const exportedCopySchema = z.object({
  conversationId: id,
  messageId: id,
  agentName: z.string(),
  title: z.string(),
  sharedAt: moment,
  messages: z.array(copiedMessageSchema),
})
export type ExportedCopy = z.infer<typeof exportedCopySchema>
