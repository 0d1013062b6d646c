import { createHash } from 'node:crypto'
import { estimateTokens } from '../estimate-tokens.ts'
import { type ChosenLore, chooseLore, type LoreScan } from './choose-lore.ts'

/** Rolls follow from a seed, so that the scan can be repeated for the owner. `skipped` match nothing. */
export function chooseWith(
  scan: LoreScan,
  seed: string,
  { skipped, onTry = () => {} }: { skipped?: ReadonlySet<string>; onTry?: (key: string) => void } = {},
): ChosenLore {
  return chooseLore(scan, {
    countTokens: estimateTokens,
    roll: (entry) => rollOf(seed, entry),
    matches(expression, text, key) {
      if (skipped?.has(key)) return false
      onTry(key)
      return expression.test(text)
    },
  })
}

/** From 0 to 100, evenly distributed over seeds and entries. */
export function rollOf(seed: string, entry: number): number {
  const hash = createHash('sha256').update(`${seed}:${entry}`).digest()
  return (hash.readUInt32BE(0) / 0xffff_ffff) * 100
}
