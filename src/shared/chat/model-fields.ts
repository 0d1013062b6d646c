import * as z from 'zod/mini'
import { payers } from '../models/model-ref.ts'

const modelName = z.string().check(z.maxLength(200))

/** Which model answers, and at the end what it took. Of the offline engine there is none. */
export const modelPartFields = {
  /** The name that was asked for, and the one that the provider says answered, if it says one. */
  asked: modelName,
  answered: z.nullable(modelName),
  /** As people read it. */
  provider: z.string().check(z.maxLength(80)),
  payer: z.enum(payers),
  /** Why the second choice answers; null if the first does. */
  instead: z.nullable(z.enum(['busy', 'failed'])),
  /** How it ended, if neither by itself nor by its length. */
  ended: z.nullable(z.enum(['refused', 'filtered'])),
  /** Null until it has ended, and where it is not known. */
  tokens: z.nullable(
    z.object({ prompt: z.int(), completion: z.int(), cached: z.int(), reasoning: z.nullable(z.int()) }),
  ),
  /** Milliseconds from the request to its end, and those of them in which it reasoned. */
  ms: z.nullable(z.int()),
  thoughtMs: z.nullable(z.int()),
  /** In millionths of a US dollar; null where the prices are not known. */
  micros: z.nullable(z.int()),
}

/**
 * The same of a reply that is told without its parts, once it has ended: in realms, runs and shared copies. Without the
 * price (`micros`), and without the address of somebody's own server, for whom did not ask.
 */
export const shownModelSchema = z.object({
  ...modelPartFields,
  micros: z.optional(modelPartFields.micros),
})
export type ShownModel = z.infer<typeof shownModelSchema>
