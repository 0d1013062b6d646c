import * as z from 'zod/mini'
import { modelRefSchema, payers } from './model-choice.ts'

/** US dollars for a million tokens. */
export const modelPricesSchema = z.object({
  input: z.number().check(z.gte(0)),
  output: z.number().check(z.gte(0)),
  /** For what the provider read from its cache; by default as `input`. */
  cachedInput: z.optional(z.number().check(z.gte(0))),
})
export type ModelPrices = z.infer<typeof modelPricesSchema>

/** Null where neither the provider nor the file says it and the name tells nothing. */
const modelFactsSchema = z.object({
  windowTokens: z.int(),
  sees: z.boolean(),
  tools: z.nullable(z.boolean()),
  reasons: z.nullable(z.boolean()),
  prices: z.nullable(modelPricesSchema),
})
export type ModelFacts = z.infer<typeof modelFactsSchema>

/** A model that somebody can choose. */
const listedModelSchema = z.object({
  ref: modelRefSchema,
  /** The name that the provider knows it by. */
  model: z.string(),
  /** The provider's name as people read it. */
  provider: z.string(),
  ...modelFactsSchema.shape,
})
export type ListedModel = z.infer<typeof listedModelSchema>

/** What answers where the person chooses nothing. Of an own key others learn no more than this. */
const answeringModelSchema = z.object({
  provider: z.string(),
  model: z.string(),
  payer: z.enum(payers),
})
export type AnsweringModel = z.infer<typeof answeringModelSchema>

/** The query of `GET /api/models`. */
export const modelListQuerySchema = z.object({
  /** The agent that the models are chosen for. */
  agent: z.optional(z.uuid('The agent id must be a UUID.')),
})

/** The response of `GET /api/models`: the place's models and the viewer's own, each list in a fixed order. */
export const modelListSchema = z.object({
  place: z.array(listedModelSchema),
  /** Empty for visitors. */
  own: z.array(listedModelSchema),
  /** What answers where nothing is chosen; null while only the offline engine does. */
  standard: z.nullable(modelRefSchema),
  /** Of the agent, or of the place where none is asked for; null for the offline engine. */
  usual: z.nullable(answeringModelSchema),
})
export type ModelList = z.infer<typeof modelListSchema>
