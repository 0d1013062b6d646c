import { type DeskCase, type Ground, grounds } from '../../../../shared/trust/desk.ts'
import { type ReportReason, reportReasons } from '../../../../shared/trust/reports.ts'
import * as texts from '../texts.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How much a case weighs, as a word: a person who is known here counts 1, a visitor a small part of that. */
export function weightWord(weight: number): keyof typeof texts.weights {
  if (weight < 0.5) return 'light'
  if (weight < 2) return 'some'
  return weight < 5 ? 'heavy' : 'heaviest'
}

/** `20 minutes`, `3 hours`, `2 days`: whole ones that have passed. */
export function waitingTime(since: Date, now: Date): string {
  const age = now.getTime() - since.getTime()
  if (age < MINUTE_MS) return texts.aMoment
  if (age < HOUR_MS) return texts.minutes(Math.floor(age / MINUTE_MS))
  return age < 2 * DAY_MS ? texts.hours(Math.floor(age / HOUR_MS)) : texts.days(Math.floor(age / DAY_MS))
}

/** The reasons of its reports, the most frequent first: `spam × 3, hateful`. */
export function reasonsIn(reasons: DeskCase['reasons']): string {
  return mostFrequent(reasons)
    .map(([reason, count]) => texts.reasonTimes(texts.reasons[reason], count))
    .join(', ')
}

/** What brought it here besides reports. */
export function otherSources({ sources }: Pick<DeskCase, 'sources'>): string[] {
  return sources.filter((source) => source !== 'report').map((source) => texts.sources[source])
}

/** The ground that its reports suggest; an operator decides. */
export function suggestedGround({ reasons, sources }: Pick<DeskCase, 'reasons' | 'sources'>): Ground | '' {
  const [most] = mostFrequent(reasons).flatMap(([reason]) => grounds.filter((ground) => ground === reason))
  if (most) return most
  return sources.some((source) => source !== 'report') ? 'impersonation' : ''
}

function mostFrequent(reasons: DeskCase['reasons']): [ReportReason, number][] {
  const counts = reportReasons.map((reason) => [reason, reasons[reason] ?? 0] as [ReportReason, number])
  return counts.filter(([, count]) => count > 0).sort(([, one], [, other]) => other - one)
}
