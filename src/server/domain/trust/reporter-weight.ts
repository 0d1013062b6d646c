/** What is known of whoever reports. */
interface Reporter {
  /** 0 to 1: how long, much and varied the wallet's use has been, as the rank of agents weighs it. */
  use: number
  /** How many of its reports were decided, by what came of them. */
  acted: number
  nothing: number
}

/** Of a visitor; of a wallet that is nearly always wrong as well, so that signing out gains nothing. */
export const LEAST_WEIGHT = 0.2

/**
 * How much a report counts, from 0.2 to 2. It decides how early the desk looks at a thing, and nothing else. A fresh
 * wallet counts half of one that is used for long; whoever was right in all of many reports twice as much as somebody
 * of whom nothing is known, whoever was wrong in all of them hardly more than a visitor.
 */
export function reporterWeight(reporter: Reporter | null): number {
  if (!reporter) return LEAST_WEIGHT
  const { use, acted, nothing } = reporter
  // One of each is assumed beforehand, so that the first decisions do not throw somebody to an end.
  const right = (acted + 1) / (acted + nothing + 2)
  return Math.max(LEAST_WEIGHT, (0.5 + Math.min(1, Math.max(0, use)) / 2) * 2 * right)
}
