import type { DraftsView } from '../draft-store/drafts-session.ts'
import { isBlank } from '../draft-store/lanes.ts'
import * as texts from '../texts.ts'

export interface Announced {
  writing: number
  /** How often all requested drafts have ended. */
  rounds: number
  written: number
  count: number
  /** The numbers of the drafts that are too long; those being written are not included. */
  tooLong: readonly number[]
}

export function announcementOf(
  { lanes, written }: Pick<DraftsView, 'lanes' | 'written'>,
  isTooLong: (text: string) => boolean,
): Announced {
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

/** The text that a screen reader announces once, politely; empty while text arrives. */
export function announcement(before: Announced, now: Announced): string {
  if (now.writing > 0) return ''
  // The rounds are compared, because drafts can begin and end between two renders.
  if (before.rounds !== now.rounds)
    return [texts.writtenAloud(now.written, now.count), ...now.tooLong.map(texts.tooLongAloud)].join(' ')
  if (before.count !== now.count) return ''
  const became = now.tooLong.filter((number) => !before.tooLong.includes(number))
  const fits = before.tooLong.filter((number) => !now.tooLong.includes(number))
  return [...became.map(texts.tooLongAloud), ...fits.map(texts.fitsAloud)].join(' ')
}
