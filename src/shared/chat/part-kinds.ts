import * as z from 'zod/mini'
import { citedSourceSchema } from '../knowledge/cited-source.ts'
import { toolPartFields } from '../tools/tool-fields.ts'
import { contextPartFields } from './context-fields.ts'
import { modelPartFields } from './model-fields.ts'

/**
 * A new kind is described here; what else it needs, the compiler names.
 *
 * Texts grow and together form one log. Any other part is whole: it is replaced as a whole. It has an id, counted from
 * 1 in its reply; a place in the log, where it stands among the texts; and a revision. Each change of any whole part
 * takes the reply's next revision, so whoever has a reply up to a place and a revision lacks what is beyond either.
 */

export const partVersion = {
  /** A reply of before whole parts were numbered has one at most. */
  id: z._default(z.int().check(z.gte(1)), 1),
  revision: z._default(z.int().check(z.gte(1)), 1),
}
const eventVersion = {
  id: z.int().check(z.gte(1)),
  revision: z.int().check(z.gte(1)),
  /** Its place in the log, in UTF-16 units. It never changes. */
  at: z.int(),
}

const fields = {
  /** Cited so far, by number; empty if the agent was given passages and cites none. */
  sources: { sources: z.array(citedSourceSchema) },
  model: modelPartFields,
  tool: toolPartFields,
  context: contextPartFields,
}

const textPart = z.object({ kind: z.literal('text'), text: z.string() })
const reasoningPart = z.object({ kind: z.literal('reasoning'), text: z.string() })
export const wholePartSchemas = [
  z.object({ kind: z.literal('sources'), ...partVersion, ...fields.sources }),
  z.object({ kind: z.literal('model'), ...partVersion, ...fields.model }),
  z.object({ kind: z.literal('tool'), ...partVersion, ...fields.tool }),
  z.object({ kind: z.literal('context'), ...partVersion, ...fields.context }),
] as const

/** Reasoning is shown and exported but never sent to a model again. */
export const replyPartSchema = z.discriminatedUnion('kind', [textPart, reasoningPart, ...wholePartSchemas])
export type ReplyPart = z.infer<typeof replyPartSchema>

const wordsEvent = z.object({ type: z.literal('words'), at: z.int(), text: z.string() })
const reasoningEvent = z.object({ type: z.literal('reasoning'), at: z.int(), text: z.string() })
const wholeEventSchemas = [
  z.object({ type: z.literal('sources'), ...eventVersion, ...fields.sources }),
  z.object({ type: z.literal('model'), ...eventVersion, ...fields.model }),
  z.object({ type: z.literal('tool'), ...eventVersion, ...fields.tool }),
  z.object({ type: z.literal('context'), ...eventVersion, ...fields.context }),
] as const

/** The event of a whole part has the name of its kind. */
export const partEventSchemas = [wordsEvent, reasoningEvent, ...wholeEventSchemas] as const

export const wholeEventSchema = z.discriminatedUnion('type', wholeEventSchemas)

export type TextPart = Extract<ReplyPart, { text: string }>
export type WholePart = Exclude<ReplyPart, TextPart>

export type GrowthEvent = z.infer<typeof wordsEvent | typeof reasoningEvent>
export type WholeEvent = z.infer<typeof wholeEventSchema>
export type PartEvent = GrowthEvent | WholeEvent
