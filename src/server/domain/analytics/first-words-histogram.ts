import { MODEL_TIMEOUT_MS } from '../../llm/settings/model-settings.ts'

/** Counts times in buckets of a logarithmic scale, so that percentiles can be computed from sums over hours and servers. */

/** The ratio of neighbouring buckets' widths. A value read back is off by at most half of the growth, in percent. */
const GROWTH = 1.058

/** In milliseconds. Shorter times count as `from`, longer ones as `to`: no reply takes longer than the model's timeout. */
export const measured = { from: 1, to: MODEL_TIMEOUT_MS } as const

/** The bucket of a time in milliseconds, counted from 0. */
export function bucketOf(milliseconds: number): number {
  const within = Math.min(Math.max(milliseconds, measured.from), measured.to)
  return Math.round(Math.log(within) / Math.log(GROWTH))
}

/** The time in milliseconds that a bucket represents, at most 3 % away from any time counted in it. */
export function timeOf(bucket: number): number {
  return Number((GROWTH ** bucket).toPrecision(4))
}

/** The milliseconds that a share (above 0, up to 1) of all replies did not exceed. A bucket may appear more than once. */
export function quantile(counts: readonly { bucket: number; count: number }[], share: number): number | null {
  const rank = Math.ceil(counts.reduce((sum, { count }) => sum + count, 0) * share)
  let passed = 0
  for (const { bucket, count } of counts.toSorted((a, b) => a.bucket - b.bucket)) {
    passed += count
    if (count > 0 && passed >= rank) return timeOf(bucket)
  }
  return null
}
