import * as z from 'zod/mini'

export const placeRulesSchema = z.object({
  /** A mail address or the address of a page; null where whoever runs the place did not say. */
  contact: z.nullable(z.string()),
})
