/** A turn is a question and its reply. */
const AT_FIRST = 30
const A_STEP = 30

/** How many turns are shown above a restored position, so that scrolling up does not wait. */
const ABOVE = 5

/** It is further back than the newest turns if the stored position is. */
export function firstShown(total: number, reading?: number): number {
  const newest = Math.max(0, total - AT_FIRST)
  return reading === undefined || reading < 0 ? newest : Math.max(0, Math.min(newest, reading - ABOVE))
}

export function oneStepEarlier(first: number): number {
  return Math.max(0, first - A_STEP)
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
export function stillShown(first: number, total: number): number {
  return Math.min(first, firstShown(total))
}
