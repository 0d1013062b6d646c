import * as z from 'zod/mini'
import { limits } from '../common/limits.ts'
import { profileSchema } from '../people/people.ts'
import { walletSchema } from '../session/fresh-signature.ts'
import { keptBriefSchema } from '../social.ts'
import { trustLimits } from '../trust/trust-limits.ts'
import { count, id, moment, storedName } from './export-fields.ts'

/**
 * See `docs/export-format.md`. Texts have the limits of forms, so that imports can't get round them. The bigger documents are in `exported-*.ts`
 * beside it.
 */

/** The version changes with what an older Bionic cannot read. */
export const EXPORT_FORMAT = 'bionic-export'
export const EXPORT_VERSION = 1

export const MANIFEST_PATH = 'bionic.json'

/** The kinds of documents that an import creates again, in the order in which they are read. */
export const importedKinds = ['agents', 'realms', 'conversations', 'memories', 'runs', 'briefs'] as const
export type ImportedKind = (typeof importedKinds)[number]

export const exportCountsSchema = z.object({
  agents: count,
  documents: z._default(count, 0),
  realms: count,
  conversations: count,
  /** Agents that remember something of the wallet, or of which it decided whether they may. */
  memories: z._default(count, 0),
  runs: count,
  briefs: count,
  /** Realms of others in which the wallet posted messages. */
  elsewhere: count,
  shared: z._default(count, 0),
})
export type ExportCounts = z.infer<typeof exportCountsSchema>

export const manifestSchema = z.object({
  format: z.literal(EXPORT_FORMAT),
  version: z.int(),
  id,
  wallet: z.string(),
  exportedAt: moment,
  /** Who wrote the answers in it: `AI_SOURCE` of `trust/disclosure.ts`. */
  digitalSourceType: z.optional(z.string()),
  counts: exportCountsSchema,
})
export type Manifest = z.infer<typeof manifestSchema>

const { follows: _, ...keptBrief } = keptBriefSchema.shape

/** `social/*.json` */
export const exportedBriefSchema = z.object({
  ...keptBrief,
  id,
  agentName: storedName,
  createdAt: moment,
  updatedAt: moment,
})
export type ExportedBrief = z.infer<typeof exportedBriefSchema>

/** `profile.json` */
export const exportedProfileSchema = z.object(profileSchema.shape)
export type ExportedProfile = z.infer<typeof exportedProfileSchema>

/** `favourites.json`: last added first. */
export const exportedFavouritesSchema = z.object({
  agents: z.array(z.object({ id, name: z.string() })).check(z.maxLength(limits.favourites)),
})

/** `blocks.json`: last blocked first. */
export const exportedBlocksSchema = z.object({
  blocks: z
    .array(z.object({ address: walletSchema, noCopies: z.boolean(), createdAt: moment }))
    .check(z.maxLength(trustLimits.blocks)),
})
export type ExportedBlocks = z.infer<typeof exportedBlocksSchema>
