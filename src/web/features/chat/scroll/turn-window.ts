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

/** If the path became shorter, at least as many turns are shown as on opening. */
export function stillShown(first: number, total: number): number {
  return Math.min(first, firstShown(total))
}
