import * as z from 'zod/mini'
import { replyPartSchema } from './part-kinds.ts'

const place = {
  /** Made by the client that asked; unique in its conversation. */
  id: z.uuid(),
  parentId: z.nullable(z.uuid()),
  /** From 1, in the order of creation; siblings are sorted by it. */
  number: z.int(),
  content: z.string(),
  /** Its words were deleted for good; it keeps its place. */
  erased: z.optional(z.literal(true)),
  createdAt: z.iso.datetime(),
}

export const attachedFileSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  bytes: z.int(),
  /** Models see pictures; documents are searched. */
  picture: z.optional(z.literal(true)),
})

/** Only the person who asked can read the files. */
export const questionSchema = z.object({
  ...place,
  role: z.literal('user'),
  files: z.optional(z.array(attachedFileSchema)),
})

/** A running reply without words is shown as pending. One that is `waiting` goes on when a person has decided. */
export const replyStateSchema = z.enum(['running', 'waiting', 'finished', 'stopped', 'interrupted', 'failed'])

/** Parts, and with them `content`, grow while a reply is running. */
export const replySchema = z.object({
  ...place,
  role: z.literal('assistant'),
  /** All parts in order, if there is more than text; their texts of kind `text` joined are `content`. */
  parts: z.optional(z.array(replyPartSchema)),
  state: replyStateSchema,
  cutShort: z.boolean(),
  /** Turns of its path, oldest first, that the model did not get (see `saidTurns`). */
  forgotten: z.int(),
  /** When the first words of its text arrived. */
  repliedAt: z.nullable(z.iso.datetime()),
})

export const messageSchema = z.discriminatedUnion('role', [questionSchema, replySchema])
