/** As operators write it: `30m`, `6h`, `7d`. */
export const durationPattern = /^[1-9]\d{0,3}[mhd]$/

const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** In milliseconds. @param text matches `durationPattern` */
export function durationMs(text: string): number {
  return Number.parseInt(text, 10) * (unitMs[text.at(-1) ?? ''] ?? Number.NaN)
}
