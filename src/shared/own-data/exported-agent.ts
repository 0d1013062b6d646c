import * as z from 'zod/mini'
import { contentSchema } from '../agents/agents.ts'
import { cardLimits } from '../agents/cards.ts'
import { personaSchema } from '../agents/persona.ts'
import { creditSchema, signedVersionSchema } from '../agents/signed-version.ts'
import { limits } from '../common/limits.ts'
import { sourceNameSchema, sourcesOpenSchema, sourceTypeSchema } from '../knowledge/sources.ts'
import { toPlainText } from '../text/plain-text.ts'
import { count, id, moment } from './export-fields.ts'

const documentFile = {
  type: sourceTypeSchema,
  version: z.int().check(z.gte(1)),
  bytes: count,
  file: z.string().check(z.maxLength(400), z.regex(/^documents\/[^/]+\/[^/]+$/)),
}

const exportedDocumentSchema = z.object({
  id,
  name: sourceNameSchema,
  ...documentFile,
  /** An ISO 639-1 code; null if it is unknown. */
  language: z.nullable(z.string().check(z.maxLength(35))),
  createdAt: moment,
  /** The file before, if replies are still made from it because the present one is not read or can't be. */
  earlier: z.nullable(z.object({ ...documentFile, presentFailed: z.boolean() })),
})
export type ExportedDocument = z.infer<typeof exportedDocumentSchema>

/** More than any agent can have. */
const MOST_DOCUMENTS = 1_000

/** JSON as text, because it may be nested deeper than a document. */
const jsonText = z.nullable(z.string().check(z.maxLength(limits.cardJsonBytes)))

const exportedPersonaSchema = z.object({
  ...personaSchema.shape,
  nickname: personaSchema.shape.nickname.check(z.overwrite(toPlainText)),
  lorebook: jsonText,
  card: jsonText,
  cardFormat: z.nullable(z.string().check(z.maxLength(40))),
})
export type ExportedPersona = z.infer<typeof exportedPersonaSchema>

/** The persona and the lorebook that a version had; the card has no versions. */
const replacedPersonaSchema = z.omit(exportedPersonaSchema, { card: true, cardFormat: true })
export type ReplacedPersona = z.infer<typeof replacedPersonaSchema>

const exportedCardFileSchema = z.object({
  /** Its path in the CHARX. */
  path: z.string().check(z.maxLength(cardLimits.keptPath)),
  bytes: z.int().check(z.gte(0), z.lte(cardLimits.keptBytes)),
  /** Its path in the zip. */
  file: z.string().check(z.maxLength(1_000)),
})
export type ExportedCardFile = z.infer<typeof exportedCardFileSchema>

/** `agents/*.json` */
export const exportedAgentSchema = z
  .object({
    id,
    ...contentSchema.shape,
    isPublic: z.boolean(),
    visibilityEnabled: z.boolean(),
    createdAt: moment,
    /** The database counts on from it, up to 2³¹ − 1. */
    version: z.int().check(z.gte(1), z.lte(1_000_000_000)),
    versions: z
      .array(
        z.object({
          ...contentSchema.shape,
          number: z.int().check(z.gte(1)),
          replacedAt: moment,
          /** The persona up to this version, where the next one has another; null for none. */
          replacedPersona: z.optional(z.nullable(replacedPersonaSchema)),
        }),
      )
      .check(z.maxLength(limits.agentVersions)),
    /** Fields with a default are absent in older exports. */
    persona: z._default(z.nullable(exportedPersonaSchema), null),
    cardFiles: z._default(z.array(exportedCardFileSchema).check(z.maxLength(cardLimits.entries)), []),
    sourcesOpen: z._default(sourcesOpenSchema, 'passages'),
    allowsCopies: z._default(z.boolean(), false),
    /** What its owner signed of it as it is, here or where it was brought from; null for nothing. */
    signed: z._default(z.nullable(signedVersionSchema), null),
    copyOf: z._default(z.nullable(creditSchema), null),
    documents: z._default(z.array(exportedDocumentSchema).check(z.maxLength(MOST_DOCUMENTS)), []),
  })
  .check(
    z.refine(
      ({ version, versions }) =>
        versions.every(({ number }, index) => number < (versions[index - 1]?.number ?? version)),
      { error: 'Versions stand newest first, below the present one.', path: ['versions'] },
    ),
  )
export type ExportedAgent = z.infer<typeof exportedAgentSchema>
