import type { Dice } from './dice.ts'

/** What depends on a portrait's family, in the units of `Portrait`. */
export interface Shape {
  curves: number
  innerRadius: number
  outerRadius: number
  /** The number of dark gaps between the curves. */
  bands: number
  /** The number of turns around the core after which a curve closes. */
  turns: number
  /** `k`, `a` and the twist of r = R(1 + a sin(k u + phase + t twist) + b sin(k2 u - 6t)). */
  waves: number
  swell: number
  twist: number
  /** `k2` and `b`. */
  ripples: number
  ripple: number
  /** Height by width, the rotation of that oval, and the last curve's rotation relative to the first. */
  squash: number
  tilt: number
  precession: number
  /** How far, where to and how bent the centres of the curves move away from the core. */
  drift: number
  driftAngle: number
  driftBend: number
}

/** Pairs of turns and loops without a common divisor, so that one line forms the whole knot. */
const knots = [
  [2, 3],
  [2, 5],
  [3, 4],
  [3, 5],
  [3, 7],
  [4, 7],
  [5, 7],
  [5, 8],
] as const

/** How each family differs from {@link roundShape}, and the ranges within which its members vary. */
export const families = {
  petals: ({ between, whole, sign }) => ({
    waves: whole(5, 8),
    swell: between(0.24, 0.34),
    twist: sign * between(1.4, 4.2),
    ripples: whole(2, 4),
    ripple: between(0.03, 0.06),
    squash: between(0.82, 0.95),
  }),
  spiral: ({ between, whole, sign }) => ({
    curves: 36,
    waves: whole(2, 3),
    swell: between(0.26, 0.36),
    twist: sign * between(5, 8.5),
    squash: between(0.8, 0.95),
  }),
  disc: ({ between, whole, sign }) => ({
    curves: 38,
    outerRadius: between(0.66, 0.72),
    bands: whole(2, 4),
    waves: 2,
    swell: between(0, 0.05),
    squash: between(0.36, 0.52),
    tilt: sign * between(0.15, 0.5),
    precession: sign * between(0.1, 0.5),
  }),
  shell: ({ between, whole, sign }) => ({
    outerRadius: between(0.47, 0.51),
    waves: whole(2, 3),
    swell: between(0.03, 0.07),
    twist: sign * between(1, 3),
    drift: between(0.13, 0.17),
    driftBend: sign * between(2.4, 4),
  }),
  knot: ({ between, whole, sign }) => {
    const [turns, loops] = knots[whole(0, knots.length - 1)] ?? [2, 3]
    return {
      curves: 3 + Math.round(24 / turns),
      innerRadius: between(0.24, 0.3),
      outerRadius: between(0.42, 0.46),
      turns,
      waves: loops / turns,
      swell: between(0.3, 0.46),
      twist: sign * between(0.2, 0.9),
      ripple: 0,
    }
  },
  lace: ({ between, whole, sign }) => ({
    curves: 32,
    outerRadius: between(0.54, 0.58),
    waves: whole(9, 14),
    swell: between(0.06, 0.1),
    twist: sign * between(6, 12),
    ripples: whole(5, 8),
    ripple: between(0.05, 0.09),
  }),
} satisfies Record<string, (dice: Dice) => Partial<Shape>>

export type Family = keyof typeof families
export const familyNames = Object.keys(families) as Family[]

/** The shape that every family starts from: plain rings around the core. */
export function roundShape({ between, whole }: Dice): Shape {
  return {
    curves: 34,
    innerRadius: 0.05,
    outerRadius: between(0.5, 0.54),
    bands: 0,
    turns: 1,
    waves: 3,
    swell: 0,
    twist: 0,
    ripples: whole(2, 4),
    ripple: between(0.015, 0.04),
    squash: 1,
    tilt: between(0, 2 * Math.PI),
    precession: 0,
    drift: 0,
    driftAngle: between(0, 2 * Math.PI),
    driftBend: 0,
  }
}
