import * as z from 'zod/mini'
import { exportCountsSchema } from './export-format.ts'

/** The limits of an imported zip. Each is checked before anything is unpacked. */
export const importLimits = {
  /** The size of the zip without documents: larger than an export of a wallet that uses all of its default quotas. */
  zipBytes: 300 * 1024 * 1024,
  entries: 50_000,
  /** The total size of all entries, unpacked. */
  unpackedBytes: 2 * 1024 * 1024 * 1024,
  /** The size of one document, unpacked; only one is in memory at a time. */
  documentBytes: 64 * 1024 * 1024,
  depth: 32,
  /** The number of names and values in one document. */
  values: 1_000_000,
} as const

/**
 * The limits of a zip with documents: everything that a wallet may keep can be exported and imported again.
 * @param sourcesBytes what a wallet may keep of documents. An export has twice that at most: while a replaced document is
 *   not read yet, the file before it is in the zip as well.
 */
export function importLimitsWith(sourcesBytes: number): {
  zipBytes: number
  entries: number
  unpackedBytes: number
} {
  const { zipBytes, entries, unpackedBytes } = importLimits
  return { zipBytes: zipBytes + 2 * sourcesBytes, entries, unpackedBytes: unpackedBytes + 2 * sourcesBytes }
}

/** The number of items of each kind that an import creates. */
export const importCountsSchema = z.object({
  ...z.omit(exportCountsSchema, { elsewhere: true, shared: true }).shape,
  documents: z.int(),
  favourites: z.int(),
})
export type ImportCounts = z.infer<typeof importCountsSchema>

/** The response of `POST /api/me/imports/preview`: what an import of the zip would create. Nothing is created yet. */
export const importPreviewSchema = z.object({
  exportedAt: z.iso.datetime(),
  /** The wallet that exported it. */
  wallet: z.string(),
  /** The items in the zip that can be created. */
  counts: importCountsSchema,
  /** Some names of each kind, to help people recognise the export. */
  names: z.array(z.string()),
  /**
   * Sentences about what will differ from the export: copies, unreadable documents, and what does not fit the quotas.
   */
  notes: z.array(z.string()),
})
export type ImportPreview = z.infer<typeof importPreviewSchema>

/** The response of `PUT /api/me/imports/{id}`: what was created, and sentences about what was not. */
export const importResultSchema = z.object({ made: importCountsSchema, notes: z.array(z.string()) })
export type ImportResult = z.infer<typeof importResultSchema>

/** The response of `DELETE /api/me`. For ten seconds, `deletedAt` can be used to restore what was deleted. */
export const deletedEverythingSchema = z.object({ deletedAt: z.iso.datetime() })
export type DeletedEverything = z.infer<typeof deletedEverythingSchema>

/** The body of `POST /api/me/restore`. */
export const restoreEverythingSchema = z.strictObject({ deletedAt: z.iso.datetime() })
