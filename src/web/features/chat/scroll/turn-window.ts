/** A turn is a question and its reply; so many are rendered in a step, or as many as have these characters. */
const A_STEP = 30
const CHARACTERS = 100_000
const AT_LEAST = 3

/** In characters. */
type LengthOf = (turn: number) => number

/** How many turns are shown above a restored position, so that scrolling up does not wait. */
const ABOVE = 5

/** It is further back than the newest turns if the stored position is. */
export function firstShown(total: number, lengthOf: LengthOf, reading?: number): number {
  const newest = oneStepEarlier(total, lengthOf)
  return reading === undefined || reading < 0 ? newest : Math.max(0, Math.min(newest, reading - ABOVE))
}

export function oneStepEarlier(before: number, lengthOf: LengthOf): number {
  let [first, characters] = [before, 0]
  while (first > 0 && before - first < A_STEP) {
    characters += lengthOf(first - 1)
    if (characters > CHARACTERS && before - first >= AT_LEAST) break
    first -= 1
  }
  return first
}

/** So many turns are rendered at most, so that a page stays quick however far somebody reads back. */
const MOST = 240

/** The turn after the last one that is rendered; null if all that follow the first one are. */
export function endShown(first: number, total: number): number | null {
  return total - first > MOST ? first + MOST : null
}

/** Later turns are rendered in place of the earliest ones. */
export function oneStepLater({ first, end }: { first: number; end: number }, total: number) {
  const next = Math.min(total, end + A_STEP)
  return { first: Math.max(first, next - MOST), end: next === total ? null : next }
}

/** If the path became shorter, at least as many turns are shown as on opening. */
export function stillShown(first: number, total: number, lengthOf: LengthOf): number {
  return Math.min(first, firstShown(total, lengthOf))
}
