import type { DraftsView } from '../desk/drafts-session.ts'
import { isBlank } from '../desk/lanes.ts'

/** What of the drafts is worth saying aloud. */
export interface Told {
  /** How many are being written. */
  writing: number
  /** How often all that were asked for had come to their end. */
  rounds: number
  /** How many have a text. */
  written: number
  count: number
  /** The numbers of those that are too long, whoever wrote them; not while they are being written. */
  tooLong: readonly number[]
}

/** @param isTooLong whether a text is over its platform's limit */
export function toldOf(
  { lanes, written }: Pick<DraftsView, 'lanes' | 'written'>,
  isTooLong: (text: string) => boolean,
): Told {
  const ended = lanes.flatMap((lane, index) =>
    lane.state === 'writing' ? [] : [{ lane, number: index + 1 }],
  )
  return {
    writing: lanes.length - ended.length,
    rounds: written,
    written: ended.filter(({ lane }) => !isBlank(lane.content)).length,
    count: lanes.length,
    tooLong: ended.filter(({ lane }) => isTooLong(lane.content)).map(({ number }) => number),
  }
}

/** What a screen reader hears once, politely; nothing while words come in. */
export function announcement(before: Told, now: Told): string {
  if (now.writing > 0) return ''
  // Whether anybody saw them being written or not.
  if (before.rounds !== now.rounds)
    return [
      `${now.written} of ${now.count} ${now.count === 1 ? 'draft is' : 'drafts are'} written.`,
      ...now.tooLong.map((number) => `Draft ${number} is too long.`),
    ].join(' ')
  if (before.count !== now.count) return ''
  const became = now.tooLong.filter((number) => !before.tooLong.includes(number))
  const fits = before.tooLong.filter((number) => !now.tooLong.includes(number))
  return [
    ...became.map((number) => `Draft ${number} is too long.`),
    ...fits.map((number) => `Draft ${number} fits.`),
  ].join(' ')
}
