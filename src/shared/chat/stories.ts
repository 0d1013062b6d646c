import * as z from 'zod/mini'
import { isPlainText, isVisible, tooLong } from '../text/plain-text.ts'

/** Characters of a story; the window of its model may allow fewer. */
export const STORY_CHARACTERS = 8_000

/**
 * Record 0087. What was said on a path up to a message, in short: it stands in prompts in place of these messages. Each
 * path has the newest story on it; what follows the message is told word for word.
 */
export const storySchema = z.object({
  id: z.uuid(),
  /** The last message that it tells: a reply. */
  through: z.uuid(),
  text: z.string(),
  /** Who wrote it last. A person's words are never written anew by a model. */
  by: z.enum(['model', 'person']),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Story = z.infer<typeof storySchema>

export const storyTextSchema = z
  .string('Write the story so far.')
  .check(
    z.trim(),
    z.minLength(1, 'Write the story so far.'),
    z.maxLength(STORY_CHARACTERS, tooLong('A story', STORY_CHARACTERS)),
    z.refine(isVisible, 'Write the story so far.'),
    z.refine(isPlainText, "The story has a character that can't be shown."),
  )

/** `PATCH /api/conversations/{id}/stories/{story}` */
export const storyChangesSchema = z.strictObject({ text: storyTextSchema })
