import * as z from 'zod/mini'

export const PASSAGES_AT_ONCE = 100

const passageSchema = z.object({
  number: z.int(),
  page: z.nullable(z.int()),
  lastPage: z.nullable(z.int()),
  heading: z.nullable(z.string()),
  from: z.int(),
  to: z.int(),
  text: z.string(),
  words: z.string(),
})
export type ExtractedPassage = z.infer<typeof passageSchema>

/** The process's messages, all of which the server validates. */
export const pieceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), done: z.int(), of: z.int() }),
  z.object({
    kind: z.literal('passages'),
    language: z.nullable(z.string()),
    passages: z.array(passageSchema).check(z.maxLength(PASSAGES_AT_ONCE)),
  }),
])
export type Piece = z.infer<typeof pieceSchema>

export const extractedSchema = z.object({
  pages: z.nullable(z.int()),
  characters: z.int(),
  language: z.nullable(z.string()),
  notes: z.array(z.string().check(z.maxLength(500))).check(z.maxLength(50)),
})
export type Extracted = z.infer<typeof extractedSchema>
