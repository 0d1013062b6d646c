import type { Until } from '../../../shared/realms/moderation.ts'
import { untilWhen } from '../../../shared/text/until-when.ts'
import { Failure } from '../failure.ts'

const HOUR_MS = 60 * 60_000

/** When something that lasts so many hours ends; null without hours. */
export function endAfter(hours: number | undefined, now: Date): Date | null {
  return hours === undefined ? null : new Date(now.getTime() + hours * HOUR_MS)
}

export const bannedSentence = ({ until }: Until) =>
  `The creator of this realm has banned you from it${untilWhen(until)}.`

export const bannedHere = (ban: Until) => new Failure('banned', bannedSentence(ban))

export const mutedHere = ({ until }: Until) =>
  new Failure('muted', `The creator of this realm muted you${untilWhen(until)}.`)
