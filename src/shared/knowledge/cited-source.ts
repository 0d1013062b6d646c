import * as z from 'zod/mini'

/** The location of a passage in a document: by page if it has pages, by heading if it has headings. */
export const passagePlace = {
  /** The page on which the passage begins. */
  page: z.nullable(z.int()),
  /** The page on which the passage ends; null if it is the same one. */
  lastPage: z.nullable(z.int()),
  /** The heading under which the passage begins. */
  heading: z.nullable(z.string()),
  /** The passage's position in the document: 1, 2, 3 and so on. */
  number: z.int(),
}

/** A passage as cited by a reply. It is stored with the reply, so it is kept when the document is deleted. */
export const citedSourceSchema = z.object({
  /** The number by which the reply cites it: 1, 2, 3 and so on. */
  n: z.int(),
  sourceId: z.uuid(),
  version: z.int(),
  name: z.string(),
  ...passagePlace,
  quote: z.string(),
  key: z.string(),
})
export type CitedSource = z.infer<typeof citedSourceSchema>
