import { jsonb } from 'drizzle-orm/pg-core'
import * as z from 'zod/mini'
import { wholePartSchemas } from '../../../shared/chat/part-kinds.ts'

/**
 * A part as it is stored: whole, or of a text, which is in the column of its kind, how much of that column is its own.
 * The last text of a kind has the rest, so what is stored of the parts stays the same while it grows.
 */
export const storedPartSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), length: z.optional(z.int()) }),
  z.object({ kind: z.literal('reasoning'), length: z.optional(z.int()) }),
  ...wholePartSchemas,
])
export type StoredPart = z.infer<typeof storedPartSchema>

/** All parts in order; null if there is only text. */
export const parts = () => jsonb('parts').$type<StoredPart[]>()
