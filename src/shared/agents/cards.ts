import * as z from 'zod/mini'
import { limits } from '../common/limits.ts'
import { newAgentSchema } from './agents.ts'
import { pictureUrlSchema } from './picture-url.ts'

/** The formats of cards that can be imported, by what is inside the file, whatever the file is called. */
export const cardFormats = ['chara_card_v1', 'chara_card_v2', 'chara_card_v3', 'eliza', 'skill'] as const
export type CardFormat = (typeof cardFormats)[number]

/** The files in which an agent can be exported as a card. */
export const cardFiles = ['png', 'json', 'charx', 'eliza'] as const
export type CardFile = (typeof cardFiles)[number]

/** The limits of an imported card, besides `limits.cardBytes` and `limits.cardJsonBytes`. */
export const cardLimits = {
  /** The total size of a packed card, unpacked. */
  unpackedBytes: 100 * 1024 * 1024,
  /** Files in a packed card. */
  entries: 2_000,
  /** The total size of the files of a packed card that are kept although nothing here uses them, unpacked. */
  keptBytes: 25 * 1024 * 1024,
  /** The length of the path of such a file. */
  keptPath: 400,
  /** Chunks of a PNG; encoders write far fewer. */
  chunks: 50_000,
  /** Levels of nesting in the card's JSON. */
  depth: 64,
  /** Names and values in the card's JSON. */
  values: 300_000,
} as const

const sentences = z.array(z.string())

/** What an import of a card does with its content, in sentences that people read. */
export const cardReportSchema = z.object({
  used: sentences,
  /** Not used here, and part of an export again. */
  kept: sentences,
  /** Neither used nor kept. */
  refused: sentences,
  warnings: sentences,
})
export type CardReport = z.infer<typeof cardReportSchema>

/** The response of `POST /api/cards/preview`: what an import of the card would create. Nothing is stored yet. */
export const cardPreviewSchema = z.object({
  format: z.enum(cardFormats),
  /** The name that the agent would get: the card's own, or a proposal if that one is not allowed here. */
  name: z.string(),
  /** Why the card's own name can't be used; null if it can. */
  nameProblem: z.nullable(z.string()),
  description: z.string(),
  /** The first message of a conversation; null if the card has none. */
  greeting: z.nullable(z.string()),
  /** How many other first messages there are. */
  alternates: z.int(),
  loreEntries: z.int(),
  /** The portrait as a data URL; null if the card has none that can be used. */
  picture: z.nullable(z.string()),
  /** What the card says about itself. It is shown and never part of a prompt. */
  about: z.object({
    creator: z.string(),
    version: z.string(),
    notes: z.string(),
    tags: z.array(z.string()),
  }),
  report: cardReportSchema,
})
export type CardPreview = z.infer<typeof cardPreviewSchema>

/** The query of `POST /api/cards`. */
export const importCardQuerySchema = z.object({
  /** The id of the draft. A retry with the same id returns the draft that the first request created. */
  id: z.uuid('The id must be a UUID.'),
  /** The name to use in place of the card's own. */
  name: z.optional(newAgentSchema.shape.name),
})
export type ImportCardQuery = z.infer<typeof importCardQuerySchema>

/** The response of `POST /api/cards`. */
export const importedCardSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  pictureUrl: pictureUrlSchema,
  report: cardReportSchema,
})
export type ImportedCard = z.infer<typeof importedCardSchema>

/** The query of `GET /api/agents/{id}/card` and `GET /api/me/cards`. */
export const exportCardQuerySchema = z.object({
  format: z._default(z.enum(cardFiles, 'Choose png, json, charx or eliza.'), 'png'),
})

/** The sentence for a file that is too large to be sent. */
export const CARD_TOO_LARGE = `A card can have at most ${limits.cardBytes / 1024 / 1024} MB.`
