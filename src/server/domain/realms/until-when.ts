import type { Until } from '../../../shared/realms/moderation.ts'
import { writeDay } from '../../base/write-day.ts'
import { Failure } from '../failure.ts'

const HOUR_MS = 60 * 60_000

/** When something that lasts so many hours ends; null without hours. */
export function endAfter(hours: number | undefined, now: Date): Date | null {
  return hours === undefined ? null : new Date(now.getTime() + hours * HOUR_MS)
}

/** For a sentence: ` until November 27, 2026, 15:00 UTC`, or nothing. */
function untilWhen({ until }: Until): string {
  if (!until) return ''
  return ` until ${writeDay(until)}, ${until.toISOString().slice(11, 16)} UTC`
}

export const bannedSentence = (ban: Until) =>
  `The creator of this realm has banned you from it${untilWhen(ban)}.`

export const bannedHere = (ban: Until) => new Failure('banned', bannedSentence(ban))

export const mutedHere = (mute: Until) =>
  new Failure('muted', `The creator of this realm muted you${untilWhen(mute)}.`)
