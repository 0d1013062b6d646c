import * as z from 'zod/mini'

/** In a document with pages or headings. */
export const passagePlace = {
  page: z.nullable(z.int()),
  /** Null if the passage ends on the page on which it begins. */
  lastPage: z.nullable(z.int()),
  heading: z.nullable(z.string()),
  /** From 1. */
  number: z.int(),
}

/** Stored with the reply, so it is kept when the document is deleted. */
export const citedSourceSchema = z.object({
  /** By which the reply cites it, from 1. */
  n: z.int(),
  sourceId: z.uuid(),
  version: z.int(),
  name: z.string(),
  ...passagePlace,
  quote: z.string(),
  key: z.string(),
})
export type CitedSource = z.infer<typeof citedSourceSchema>
