import * as z from 'zod/mini'
import { sentMoment } from '../common/moment.ts'
import { exportCountsSchema } from './export-format.ts'

/** Each limit is checked before anything is unpacked. */
export const importLimits = {
  /** Without documents: larger than an export of a wallet that uses all of its default quotas. */
  zipBytes: 300 * 1024 * 1024,
  entries: 50_000,
  unpackedBytes: 2 * 1024 * 1024 * 1024,
  /** Unpacked; only one document is in memory at a time. */
  documentBytes: 64 * 1024 * 1024,
  depth: 32,
  /** The number of names and values in one document. */
  values: 1_000_000,
} as const

/** An export has documents twice at most: a replaced file that replies still use is in it as well. */
export function importLimitsWith(sourcesBytes: number): {
  zipBytes: number
  entries: number
  unpackedBytes: number
} {
  const { zipBytes, entries, unpackedBytes } = importLimits
  return { zipBytes: zipBytes + 2 * sourcesBytes, entries, unpackedBytes: unpackedBytes + 2 * sourcesBytes }
}

const importCountsSchema = z.object({
  ...z.omit(exportCountsSchema, { elsewhere: true, shared: true }).shape,
  documents: z.int(),
  favourites: z.int(),
})
export type ImportCounts = z.infer<typeof importCountsSchema>

/** The response of `POST /api/me/imports/preview`. Nothing is created yet. */
export const importPreviewSchema = z.object({
  exportedAt: z.iso.datetime(),
  wallet: z.string(),
  counts: importCountsSchema,
  names: z.array(z.string()),
  /** What will differ: copies, unreadable documents, and what does not fit the quotas. */
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
export const restoreEverythingSchema = z.strictObject({ deletedAt: sentMoment() })
