import * as z from 'zod/mini'
import { pageQuery } from '../common/page-query.ts'
import { pictureUrlSchema } from '../common/picture-url.ts'

/** Somebody whom a wallet does not want to hear. Nobody but that wallet ever gets it. */
const blockedPersonSchema = z.object({
  address: z.string(),
  name: z.nullable(z.string()),
  pictureUrl: z.nullable(pictureUrlSchema),
  /** Whether they may not duplicate its public agents either. */
  noCopies: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type BlockedPerson = z.infer<typeof blockedPersonSchema>

/** Last blocked first. */
export const blocksPageSchema = z.object({
  blocks: z.array(blockedPersonSchema),
  nextCursor: z.nullable(z.string()),
})
export type BlocksPage = z.infer<typeof blocksPageSchema>

export const blocksQuerySchema = z.object({ cursor: pageQuery.cursor, limit: pageQuery.limit })
export type BlocksQuery = z.infer<typeof blocksQuerySchema>

/** The addresses alone, of all of them, by which pages fold away what the people said. */
export const blockedAddressesSchema = z.object({ addresses: z.array(z.string()) })

export const newBlockSchema = z.strictObject({
  noCopies: z.boolean('Say whether they may duplicate your public agents.'),
})
