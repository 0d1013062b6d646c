import type { Category } from '../agents/agent-defaults.ts'
import { diceFrom } from './dice.ts'
import { type Family, families, familyNames, roundShape, type Shape } from './families.ts'

/** Pure data without Node or the DOM. Lengths are in half image widths, angles in radians. */
export interface Portrait extends Shape {
  seed: string
  family: Family
  hue: number
  /** From the innermost curve to the outermost, in degrees. */
  hueDrift: number
  phase: number
  lightAngle: number
}

/** In OKLCH, in degrees: cyan, green, violet and magenta. */
export const categoryHues: Record<Category, number> = {
  neural: 207,
  security: 158,
  quantum: 293,
  synthetic: 331,
}

export function portraitOf(seed: string, hue: number): Portrait {
  const dice = diceFrom(seed)
  const family = familyNames[dice.whole(0, familyNames.length - 1)] ?? 'petals'
  const round = roundShape(dice)
  return {
    seed,
    family,
    hue,
    hueDrift: dice.pick(-1, 1) * dice.between(12, 24),
    phase: dice.between(0, 2 * Math.PI),
    lightAngle: dice.between(0, 2 * Math.PI),
    ...round,
    ...families[family](dice),
  }
}
