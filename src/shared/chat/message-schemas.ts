import * as z from 'zod/mini'
import { replyPartSchema } from './part-kinds.ts'

const place = {
  /** Made by the client that asked; unique in its conversation. */
  id: z.uuid(),
  /** The preceding message; null for the first message of a conversation. */
  parentId: z.nullable(z.uuid()),
  /** The creation order in the conversation: 1, 2, 3 and so on. Siblings are sorted by it. */
  number: z.int(),
  content: z.string(),
  createdAt: z.iso.datetime(),
}

/** A file that a person sent with a question. */
export const attachedFileSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  bytes: z.int(),
  /** Whether it is a picture, which models see, and not a document, which is searched. */
  picture: z.optional(z.literal(true)),
})

/** A message of a person. Its files are there for that person only. */
export const questionSchema = z.object({
  ...place,
  role: z.literal('user'),
  files: z.optional(z.array(attachedFileSchema)),
})

/** The state of a reply. A screen shows a running reply without words as waiting. */
export const replyStateSchema = z.enum(['running', 'finished', 'stopped', 'interrupted', 'failed'])

/** The agent's reply to a question; its parts, and with them its `content`, grow while it is running. */
export const replySchema = z.object({
  ...place,
  role: z.literal('assistant'),
  /** All parts in order, if there is more than text; their texts of kind `text` joined are `content`. */
  parts: z.optional(z.array(replyPartSchema)),
  state: replyStateSchema,
  /** Whether the model reached its token limit. */
  cutShort: z.boolean(),
  /** The number of turns of its path, oldest first, that the model did not get for this reply (see `saidTurns`). */
  forgotten: z.int(),
  /** When the first words of its text arrived. */
  repliedAt: z.nullable(z.iso.datetime()),
})

export const messageSchema = z.discriminatedUnion('role', [questionSchema, replySchema])
