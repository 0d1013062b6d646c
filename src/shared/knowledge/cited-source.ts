import * as z from 'zod/mini'

export const passagePlace = {
  page: z.nullable(z.int()),
  /** Null if the passage ends on the page on which it begins. */
  lastPage: z.nullable(z.int()),
  heading: z.nullable(z.string()),
  /** Counts the passages of the document, from 1. */
  number: z.int(),
}

/** Stored with the reply, so it is kept when the document is deleted. */
export const citedSourceSchema = z.object({
  /** The reply cites it by this number, from 1. */
  n: z.int(),
  sourceId: z.uuid(),
  version: z.int(),
  name: z.string(),
  ...passagePlace,
  quote: z.string(),
  key: z.string(),
})
export type CitedSource = z.infer<typeof citedSourceSchema>
