import * as z from 'zod/mini'

/** What the process of the engine is told and tells, as messages of Node's channel between processes. */

export const engineSettingsSchema = z.object({
  /** The folder that the engine is installed in. */
  engine: z.string(),
  weights: z.string(),
  threads: z.int(),
  windowTokens: z.int(),
})
export type EngineSettings = z.infer<typeof engineSettingsSchema>

const turnSchema = z.object({ role: z.enum(['system', 'user', 'assistant']), text: z.string() })
export type EngineTurn = z.infer<typeof turnSchema>

const questionSchema = z.object({
  turns: z.array(turnSchema),
  temperature: z.number(),
  maxTokens: z.int(),
  /** Tokens for reasoning, beside those of the words; 0 asks the model to answer without. */
  thoughtTokens: z.int(),
  presencePenalty: z.number(),
  frequencyPenalty: z.number(),
  stop: z.array(z.string()),
})
export type EngineQuestion = z.infer<typeof questionSchema>

export const toEngineSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ask'), id: z.int(), question: questionSchema }),
  z.object({ type: z.literal('stop'), id: z.int() }),
])
export type ToEngine = z.infer<typeof toEngineSchema>

const usageSchema = z.object({ prompt: z.int(), completion: z.int(), cached: z.int() })

export const fromEngineSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('loaded'), windowTokens: z.int() }),
  z.object({ type: z.literal('unloadable'), message: z.string() }),
  z.object({ type: z.literal('words'), id: z.int(), text: z.string() }),
  z.object({ type: z.literal('reasoning'), id: z.int(), text: z.string() }),
  z.object({ type: z.literal('end'), id: z.int(), reason: z.enum(['stop', 'length']), usage: usageSchema }),
  z.object({ type: z.literal('failed'), id: z.int(), message: z.string() }),
])
export type FromEngine = z.infer<typeof fromEngineSchema>
