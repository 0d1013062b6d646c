/** How many turns a conversation shows at first, and how many more each step upwards. A turn is a question and its reply. */
const AT_FIRST = 30
const A_STEP = 30

/** Shown above the turn that a reader comes back to, so that going on upwards does not begin with waiting. */
const ABOVE = 5

/**
 * The first turn, counted from 0, of those that a conversation shows when it is opened: the newest ones, and further
 * back where the reader was reading further back.
 */
export function firstShown(total: number, reading?: number): number {
  const newest = Math.max(0, total - AT_FIRST)
  return reading === undefined || reading < 0 ? newest : Math.max(0, Math.min(newest, reading - ABOVE))
}

/** The first turn that is shown after a step upwards. */
export function oneStepEarlier(first: number): number {
  return Math.max(0, first - A_STEP)
}

/**
 * The first turn that is shown of a path that may have become shorter: turning to another version never leaves less in
 * sight than opening the conversation would.
 */
export function stillShown(first: number, total: number): number {
  return Math.min(first, firstShown(total))
}
