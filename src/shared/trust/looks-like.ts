import * as z from 'zod/mini'

/**
 * Whom a name is taken for: a well-known agent, or the person who makes one, whose `id` is the address then. The name is
 * allowed; whose it is is shown with it.
 */
export const looksLikeSchema = z.object({
  id: z.string(),
  name: z.string(),
  owner: z.string(),
})
export type LooksLike = z.infer<typeof looksLikeSchema>
