import * as z from 'zod/mini'
import { toolPartSchema } from './tool-fields.ts'
import { toolStates } from './tool-states.ts'

/** A call as it is told to people who can't decide about it: what is private is left out. */
export const toldCallSchema = z.object({
  /** Where it stands in the text of its reply, in UTF-16 units. */
  at: z.int(),
  title: z.string(),
  origin: z.nullable(z.string()),
  state: z.enum(toolStates),
  arguments: z.optional(z.string()),
  result: z.optional(z.string()),
  /** Characters of the whole result, if it is longer. */
  length: z.optional(z.int()),
  ms: z.optional(z.int()),
})
export type ToldCall = z.infer<typeof toldCallSchema>

/** A call as whoever decides about it knows it. */
export const placedCallSchema = z.object({
  /** As of a `ToldCall`. */
  at: z.int(),
  part: toolPartSchema,
})
export type PlacedCall = z.infer<typeof placedCallSchema>
export const placedCallsSchema = z.object({ calls: z.array(placedCallSchema) })
