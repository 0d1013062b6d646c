import { diceFrom } from './dice.ts'
import { type Family, families, familyNames, roundShape } from './families.ts'

/**
 * Who an agent looks like: nested closed curves around a bright core. Pure numbers, no Node and no DOM,
 * so that anything which can draw a line can draw a portrait. Lengths are in half image widths, angles in radians.
 */
export interface Portrait {
  seed: string
  family: Family
  /** The category's hue in OKLCH, degrees. */
  hue: number
  /** How far the hue wanders from the innermost curve to the outermost, degrees. */
  hueDrift: number
  curves: number
  innerRadius: number
  outerRadius: number
  /** Dark gaps between the curves; 0 is none. */
  bands: number
  /** How often a curve runs around before it closes. */
  turns: number
  /** `k` and `a` of r = R(1 + a sin(k u + phase + t twist) + b sin(k2 u - 6t)), and how far the wave turns between the first curve and the last. */
  waves: number
  swell: number
  phase: number
  twist: number
  /** `k2` and `b`. */
  ripples: number
  ripple: number
  /** Height over width, then the turn of that oval and how much the last curve is turned beyond the first. */
  squash: number
  tilt: number
  precession: number
  /** How far the centre of the outermost curve lies from the core, where to, and how much the way bends. */
  drift: number
  driftAngle: number
  driftBend: number
  /** The direction that the light comes from. */
  lightAngle: number
}

/** The part of a portrait that its family decides. */
export type Shape = Omit<Portrait, 'seed' | 'family' | 'hue' | 'hueDrift' | 'phase' | 'lightAngle'>

/** The same seed and hue give the same portrait, always. */
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
