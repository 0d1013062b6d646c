import * as z from 'zod/mini'

const bytes = z.int().check(z.gte(0))

/**
 * The model that runs on the server's own machine, as whoever runs the server sees it. `loading` and `running` are the
 * states of its process, which is gone again (`ready`) some minutes after the last question.
 */
const localModelStateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('absent') }),
  z.object({ kind: z.literal('installing') }),
  z.object({
    kind: z.literal('downloading'),
    name: z.string(),
    bytes,
    of: bytes,
    /** Null until enough has arrived to say it. */
    secondsLeft: z.nullable(z.int()),
  }),
  z.object({ kind: z.literal('ready'), name: z.string() }),
  z.object({ kind: z.literal('loading'), name: z.string() }),
  /** `questions` are those that it answers or that wait for it. */
  z.object({ kind: z.literal('running'), name: z.string(), questions: z.int() }),
  z.object({ kind: z.literal('failed'), sentence: z.string() }),
])
export type LocalModelState = z.infer<typeof localModelStateSchema>

const offeredModelNames = ['small', 'medium', 'large'] as const
export type OfferedModelName = (typeof offeredModelNames)[number]

/** A model that can be downloaded by its short name. */
const offeredModelSchema = z.object({
  name: z.enum(offeredModelNames),
  label: z.string(),
  /** Millions of bytes: of its file, and of memory while it answers. */
  megabytes: z.int(),
  memoryMegabytes: z.int(),
  licence: z.string(),
})
export type OfferedModel = z.infer<typeof offeredModelSchema>

/** The response of `/place/local-model`. */
export const localModelSchema = z.object({
  state: localModelStateSchema,
  offers: z.array(offeredModelSchema),
})
export type LocalModelAnswer = z.infer<typeof localModelSchema>

export const startLocalModelSchema = z.strictObject({
  name: z.enum(offeredModelNames, 'Choose one of the models that are offered.'),
})
