import * as z from 'zod/mini'
import { passagePlace } from './cited-source.ts'

export const TEXT_PASSAGES = 40

export const documentTextQuerySchema = z.object({
  /** The last passage that is known; 0 for the beginning. */
  after: z._default(
    z.coerce
      .number('The place must be a whole number.')
      .check(
        z.int('The place must be a whole number.'),
        z.gte(0, 'The first place is 0.'),
        z.lte(2 ** 31 - 1, 'There is no such place.'),
      ),
    0,
  ),
})

const textPassageSchema = z.object({
  ...passagePlace,
  text: z.string(),
  /** Characters that repeat the end of the passage before. */
  repeats: z.int(),
})
export type TextPassage = z.infer<typeof textPassageSchema>

/** The response of `GET /api/agents/{id}/sources/{sourceId}/text`, for its owner. */
export const documentTextSchema = z.object({
  name: z.string(),
  pages: z.nullable(z.int()),
  count: z.int(),
  characters: z.int(),
  /** What could not be read, with the pages that a sentence names. */
  notes: z.array(z.object({ sentence: z.string(), pages: z.array(z.int()) })),
  passages: z.array(textPassageSchema),
  /** The `after` of the next request; null at the end. */
  next: z.nullable(z.int()),
})
export type DocumentText = z.infer<typeof documentTextSchema>
