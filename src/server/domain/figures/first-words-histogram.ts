import { MODEL_TIMEOUT_MS } from '../../llm/settings/model-settings.ts'

/**
 * Times to the first words of replies, counted in buckets of a logarithmic scale: sums of such counts, over hours and
 * over servers, still tell any percentile.
 */

/** Each bucket is so many times as long as the one before; half of that in per cent is what a value read back can be off. */
const GROWTH = 1.058

/** What is shorter counts as the first, what is longer as the second, in milliseconds: nobody waits for a model longer. */
export const measured = { from: 1, to: MODEL_TIMEOUT_MS } as const

/** The bucket of a time in milliseconds; 0 is the first. */
export function bucketOf(milliseconds: number): number {
  const within = Math.min(Math.max(milliseconds, measured.from), measured.to)
  return Math.round(Math.log(within) / Math.log(GROWTH))
}

/** The time that a bucket stands for in milliseconds, at most 3 % away from any that is counted in it. */
export function timeOf(bucket: number): number {
  return Number((GROWTH ** bucket).toPrecision(4))
}

/**
 * The time in milliseconds that the given share of all (above 0, up to 1) did not exceed; null where nothing is counted.
 * @param counts how many times each bucket was met, in any order; a bucket can be there more than once
 */
export function quantile(counts: readonly { bucket: number; count: number }[], share: number): number | null {
  const rank = Math.ceil(counts.reduce((sum, { count }) => sum + count, 0) * share)
  let passed = 0
  for (const { bucket, count } of counts.toSorted((a, b) => a.bucket - b.bucket)) {
    passed += count
    if (count > 0 && passed >= rank) return timeOf(bucket)
  }
  return null
}
