import * as z from 'zod/mini'
import { pageQuery } from '../common/page-query.ts'
import { isPlainText, missingOr } from '../text/plain-text.ts'
import { trustLimits } from './trust-limits.ts'

/** What can be reported, and what the desk acts on. */
export const reportedKinds = [
  'agent',
  'realm',
  'realm_message',
  'shared_copy',
  'person',
  'picture',
  'rating',
] as const
export type ReportedKind = (typeof reportedKinds)[number]

/**
 * The id of what is reported: the UUID of an agent, realm or shared copy, `realm/message` of a message (both UUIDs),
 * the address of a person, the SHA-256 of a picture, `agent/wallet` of a rating.
 */
const subject = z
  .string('Say what you report.')
  .check(z.regex(/^[\w-]{1,64}(?:\/[\w-]{1,64})?$/, 'This can’t be reported.'))

/** Of a thing that is reported or acted on. */
export const subjectSchema = z.object({ kind: z.enum(reportedKinds), subject })
export type Subject = z.infer<typeof subjectSchema>

export const reportReasons = [
  'illegal',
  'harmful',
  'hateful',
  'sexual',
  'impersonation',
  'spam',
  'other',
] as const
export type ReportReason = (typeof reportReasons)[number]

/** They turn the direction of a text, so that it reads as something that it is not. */
const turns = /[\u202a-\u202e\u2066-\u2069]/

/** Free words of reports, statements and objections: plain, without marks that turn the direction of a text. */
export const ownWords = (label: string, max: number, missing = `${label} is missing.`) =>
  z.string(missingOr(missing, `${label} must be text.`)).check(
    z.trim(),
    z.maxLength(max, `${label} can have at most ${max.toLocaleString('en-US')} characters.`),
    z.refine(
      (text) => isPlainText(text) && !turns.test(text),
      `${label} has a character that can’t be shown.`,
    ),
  )

export const newReportSchema = z.strictObject({
  /** Chosen by the client, so that a repeated request stores nothing twice. */
  id: z.uuid('The id must be a UUID.'),
  kind: z.enum(reportedKinds, 'This can’t be reported.'),
  subject,
  reason: z.enum(reportReasons, 'Choose a reason.'),
  words: ownWords('What you add', trustLimits.reportWords),
})
export type NewReport = z.infer<typeof newReportSchema>

/** A copy of what is reported, as whoever reports it saw it: plain texts by their label, and a picture's address. */
export const seenSchema = z.object({
  title: z.string(),
  /** The wallet whose it is; empty for nobody's. */
  maker: z.string(),
  /** Where it stands on this place. */
  href: z.string(),
  picture: z.nullable(z.string()),
  texts: z.array(z.object({ label: z.string(), text: z.string() })),
})
export type Seen = z.infer<typeof seenSchema>

/** What became of what was reported, for whoever reported it. `open`: nobody has decided yet. */
export const reportOutcomes = ['open', 'nothing', 'acted', 'put_back'] as const
export type ReportOutcome = (typeof reportOutcomes)[number]

export const ownReportSchema = z.object({
  id: z.uuid(),
  kind: z.enum(reportedKinds),
  title: z.string(),
  href: z.string(),
  reason: z.enum(reportReasons),
  words: z.string(),
  createdAt: z.iso.datetime(),
  outcome: z.enum(reportOutcomes),
  decidedAt: z.nullable(z.iso.datetime()),
})
export type OwnReport = z.infer<typeof ownReportSchema>

export const ownReportsSchema = z.object({
  reports: z.array(ownReportSchema),
  nextCursor: z.nullable(z.string()),
})

export const ownReportsQuerySchema = z.object({ cursor: pageQuery.cursor, limit: pageQuery.limit })
export type OwnReportsQuery = z.infer<typeof ownReportsQuerySchema>
