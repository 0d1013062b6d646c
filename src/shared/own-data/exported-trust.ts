import type { RatingReason } from '../agents/ratings.ts'
import type { ReportedKind, ReportOutcome, ReportReason } from '../trust/reports.ts'

/** `ratings.json`: a rating hangs on the wallet and what it talked with, so that no import makes it again. */
export interface ExportedRating {
  agentId: string
  agentName: string
  up: boolean
  reason: RatingReason | null
  words: string
  version: number
  changedAt: string
}

/** `reports.json`: what the wallet reported, without the copies, which are others' words. */
export interface ExportedReport {
  kind: ReportedKind
  title: string
  reason: ReportReason
  words: string
  createdAt: string
  outcome: ReportOutcome
}
