import * as z from 'zod/mini'
import { limits } from '../common/limits.ts'
import { pictureUrlSchema } from '../common/picture-url.ts'
import { newAgentSchema } from './agents.ts'

/** The content tells the format, whatever the file is called. */
export const cardFormats = ['chara_card_v1', 'chara_card_v2', 'chara_card_v3', 'eliza', 'skill'] as const
export type CardFormat = (typeof cardFormats)[number]

export const cardFiles = ['png', 'json', 'charx', 'eliza'] as const
export type CardFile = (typeof cardFiles)[number]

/** Besides `limits.cardBytes` and `limits.cardJsonBytes`. Sizes are of unpacked files. */
export const cardLimits = {
  unpackedBytes: 100 * 1024 * 1024,
  entries: 2_000,
  /** Files that are kept although nothing here uses them. */
  keptBytes: 25 * 1024 * 1024,
  keptPath: 400,
  /** Chunks of a PNG; encoders write far fewer. */
  chunks: 50_000,
  depth: 64,
  values: 300_000,
} as const

const sentences = z.array(z.string())

/** What becomes of a card's content, in sentences for people. */
const cardReportSchema = z.object({
  used: sentences,
  /** Not used here, and part of an export again. */
  kept: sentences,
  refused: sentences,
  warnings: sentences,
})
export type CardReport = z.infer<typeof cardReportSchema>

/** The response of `POST /api/cards/preview`. Nothing is stored yet. */
export const cardPreviewSchema = z.object({
  format: z.enum(cardFormats),
  /** The card's own, or a proposal if that one is not allowed here. */
  name: z.string(),
  /** Null if the card's own name can be used. */
  nameProblem: z.nullable(z.string()),
  description: z.string(),
  greeting: z.nullable(z.string()),
  alternates: z.int(),
  loreEntries: z.int(),
  /** A data URL; null if the card has no picture that can be used. */
  picture: z.nullable(z.string()),
  /** Shown, and never part of a prompt. */
  about: z.object({
    creator: z.string(),
    version: z.string(),
    notes: z.string(),
    tags: z.array(z.string()),
  }),
  report: cardReportSchema,
})
export type CardPreview = z.infer<typeof cardPreviewSchema>

export const importCardQuerySchema = z.object({
  /** A retry with the same id returns the draft that the first request created. */
  id: z.uuid('The id must be a UUID.'),
  name: z.optional(newAgentSchema.shape.name),
})
export type ImportCardQuery = z.infer<typeof importCardQuerySchema>

export const importedCardSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  pictureUrl: pictureUrlSchema,
  report: cardReportSchema,
})
export type ImportedCard = z.infer<typeof importedCardSchema>

export const exportCardQuerySchema = z.object({
  format: z._default(z.enum(cardFiles, 'Choose png, json, charx or eliza.'), 'png'),
})

export const CARD_TOO_LARGE = `A card can have at most ${limits.cardBytes / 1024 / 1024} MB.`
