import * as z from 'zod/mini'

const place = {
  /** Made by whoever asked; unique in its conversation. */
  id: z.uuid(),
  /** What it follows; null for what begins a conversation. */
  parentId: z.nullable(z.uuid()),
  /** Its age in the conversation: 1, 2, 3 and so on. Siblings stand in this order. */
  number: z.int(),
  content: z.string(),
  createdAt: z.iso.datetime(),
}

/** What a person said. */
export const questionSchema = z.object({ ...place, role: z.literal('user') })

/** How far a reply has come. Running without a word yet is what a screen shows as waiting. */
export const replyStateSchema = z.enum(['running', 'finished', 'stopped', 'interrupted', 'failed'])

/**
 * One part of a reply. A new kind is named here; whatever shows, stores or sends parts does not compile without it.
 * - `text`: what the agent says.
 * - `reasoning`: what the model thought, which is shown and exported, and never told to a model again.
 */
export const replyPartSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('reasoning'), text: z.string() }),
])

/** What an agent said to a question; its parts, and so its `content`, grow while it is running. */
export const replySchema = z.object({
  ...place,
  role: z.literal('assistant'),
  /** All of it in order, where there is more than text; the texts among them together are `content`. */
  parts: z.optional(z.array(replyPartSchema)),
  state: replyStateSchema,
  /** The model ran into its limit of tokens. */
  cutShort: z.boolean(),
  /** How many turns of its path, oldest first, the agent did not remember when it answered (see `saidTurns`). */
  forgotten: z.int(),
  /** When the first words of its text came. */
  repliedAt: z.nullable(z.iso.datetime()),
})

export const messageSchema = z.discriminatedUnion('role', [questionSchema, replySchema])
