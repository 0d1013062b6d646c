import { diceFrom } from './dice.ts'
import type { Portrait } from './portrait.ts'

/** A closed line in half image widths around the core, y downwards. */
interface Curve {
  /** x0, y0, x1, y1 ...; the last point equals the first. */
  points: Float64Array
  light: number
  /** In OKLCH, in degrees. */
  hue: number
}

interface Particle {
  x: number
  y: number
  /** In half image widths. */
  size: number
  light: number
}

export function curvesOf(portrait: Portrait, steps = 720): Curve[] {
  const { random } = diceFrom(`${portrait.seed} accents`)
  return Array.from({ length: portrait.curves }, (_, index) => {
    const t = index / (portrait.curves - 1)
    const band = portrait.bands === 0 ? 1 : 0.5 + 0.5 * Math.cos(2 * Math.PI * portrait.bands * (1 - t))
    return {
      points: pointsOf(portrait, t, steps * portrait.turns),
      light: (0.1 + 0.9 * band) * (0.55 + 0.45 * random()) * (1 - 0.3 * t),
      hue: portrait.hue + portrait.hueDrift * t,
    }
  })
}

/** r = R(1 + a sin(k u + phase + t twist) + b sin(k2 u - 6t)), then the oval, its rotation and the drift. */
function pointsOf(portrait: Portrait, t: number, count: number): Float64Array {
  const { innerRadius, outerRadius, waves, ripples, phase, twist, squash, drift } = portrait
  const radius = innerRadius + (outerRadius - innerRadius) * t
  // Except in a knot, the wave grows outwards, so that the innermost curves close around the core.
  const swell = portrait.turns > 1 ? portrait.swell : portrait.swell * Math.min(1, 0.25 + 1.5 * t)
  const turned = portrait.tilt + portrait.precession * t
  const way = portrait.driftAngle + portrait.driftBend * t
  const points = new Float64Array(2 * (count + 1))
  for (let index = 0; index <= count; index++) {
    const u = ((index % count) / count) * 2 * Math.PI * portrait.turns
    const wave = swell * Math.sin(waves * u + phase + t * twist)
    const r = radius * (1 + wave + portrait.ripple * Math.sin(ripples * u - 6 * t))
    const x = r * Math.cos(u)
    const y = r * Math.sin(u) * squash
    points[2 * index] = x * Math.cos(turned) - y * Math.sin(turned) + drift * t * Math.cos(way)
    points[2 * index + 1] = x * Math.sin(turned) + y * Math.cos(turned) + drift * t * Math.sin(way)
  }
  return points
}

export function particlesOf(portrait: Portrait): Particle[] {
  const { random } = diceFrom(`${portrait.seed} particles`)
  return Array.from({ length: 34 }, () => {
    const angle = 2 * Math.PI * random()
    const distance = 0.2 + 0.62 * Math.sqrt(random())
    return {
      x: distance * Math.cos(angle),
      y: distance * Math.sin(angle) * 0.85,
      size: 0.0022 + 0.003 * random() ** 3,
      light: 0.15 + 0.85 * random() ** 2,
    }
  })
}
