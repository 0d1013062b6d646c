import type { Category } from '../agents/agent-defaults.ts'
import { diceFrom } from './dice.ts'
import { type Family, families, familyNames, roundShape } from './families.ts'

/**
 * The geometry of an agent's portrait: nested closed curves around a bright core. It is pure data without Node or the
 * DOM, so that anything that can draw a line can draw a portrait. Lengths are in half image widths, angles in radians.
 */
export interface Portrait {
  seed: string
  family: Family
  /** The category's hue in OKLCH, in degrees. */
  hue: number
  /** The difference in hue between the innermost and the outermost curve, in degrees. */
  hueDrift: number
  curves: number
  innerRadius: number
  outerRadius: number
  /** The number of dark gaps between the curves. */
  bands: number
  /** The number of turns around the core after which a curve closes. */
  turns: number
  /**
   * `k` and `a` of r = R(1 + a sin(k u + phase + t twist) + b sin(k2 u - 6t)), and how far the wave turns between the
   * first curve and the last.
   */
  waves: number
  swell: number
  phase: number
  twist: number
  /** `k2` and `b`. */
  ripples: number
  ripple: number
  /**
   * The ratio of height to width, the rotation of that oval, and the rotation of the last curve relative to the first.
   */
  squash: number
  tilt: number
  precession: number
  /**
   * The distance between the centre of the outermost curve and the core, its direction, and how much the path between
   * them bends.
   */
  drift: number
  driftAngle: number
  driftBend: number
  /** The direction of the light. */
  lightAngle: number
}

/** The part of a portrait that depends on its family. */
export type Shape = Omit<Portrait, 'seed' | 'family' | 'hue' | 'hueDrift' | 'phase' | 'lightAngle'>

/** The hues of the categories in OKLCH, in degrees: cyan, green, violet and magenta. */
export const categoryHues: Record<Category, number> = {
  neural: 207,
  security: 158,
  quantum: 293,
  synthetic: 331,
}

/** Returns the portrait of a seed and hue; the same input always gives the same portrait. */
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
