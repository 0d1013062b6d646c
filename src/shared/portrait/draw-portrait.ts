import { oklch } from './colour.ts'
import { LightBuffer } from './light-buffer.ts'
import type { Portrait } from './portrait.ts'
import { curvesOf, particlesOf } from './portrait-curves.ts'

/** The core of a portrait, and the length of half an image width, in pixels. */
interface Place {
  x: number
  y: number
  scale: number
}

export function drawPortrait(portrait: Portrait, width: number, height: number, place: Place): LightBuffer {
  const buffer = new LightBuffer(width, height)
  drawGround(buffer, portrait, place)
  drawFigure(buffer, portrait, place)
  return buffer
}

/** The core is in the middle: a card crops the square to 4:3, an avatar to a hexagon. */
export function drawSquare(portrait: Portrait, size: number): LightBuffer {
  return drawPortrait(portrait, size, size, { x: size / 2, y: size / 2, scale: size / 2 })
}

function drawGround(buffer: LightBuffer, portrait: Portrait, place: Place): void {
  const near = oklch(0.4, 0.16, portrait.hue)
  const far = oklch(0.34, 0.15, portrait.hue + 1.2 * portrait.hueDrift)
  const floor = oklch(0.14, 0.018, 265)
  const lampX = place.x + place.scale * 0.75 * Math.cos(portrait.lightAngle)
  const lampY = place.y + place.scale * 0.75 * Math.sin(portrait.lightAngle)
  buffer.fill((x, y) => {
    const core = Math.exp(-(((x - place.x) ** 2 + (y - place.y) ** 2) / (0.55 * place.scale) ** 2))
    const lamp = Math.exp(-(((x - lampX) ** 2 + (y - lampY) ** 2) / (0.62 * place.scale) ** 2))
    const mix = (channel: 0 | 1 | 2) =>
      floor[channel] + 0.34 * core * near[channel] + 0.34 * lamp * far[channel]
    return [mix(0), mix(1), mix(2)]
  })
}

function drawFigure(buffer: LightBuffer, portrait: Portrait, place: Place): void {
  const { x: cx, y: cy, scale } = place
  // Keeps the brightness independent of the size: a line of one pixel covers less of a larger picture.
  const amount = (0.85 * scale) / 320
  for (const curve of curvesOf(portrait)) {
    const light = oklch(0.76, 0.26, curve.hue)
    const { points } = curve
    for (let index = 0; index + 3 < points.length; index += 2) {
      const x = points[index] ?? 0
      const y = points[index + 1] ?? 0
      const lit = 0.7 + 0.3 * Math.cos(Math.atan2(y, x) - portrait.lightAngle)
      buffer.line(
        cx + scale * x,
        cy + scale * y,
        cx + scale * (points[index + 2] ?? 0),
        cy + scale * (points[index + 3] ?? 0),
        light,
        amount * curve.light * lit,
      )
    }
  }
  for (const particle of particlesOf(portrait))
    buffer.spot(
      cx + scale * particle.x,
      cy + scale * particle.y,
      scale * particle.size,
      oklch(0.88, 0.1, portrait.hue),
      1.4 * particle.light,
    )
  buffer.bloom(scale * 0.01, 0.28)
  const halo = oklch(0.74, 0.26, portrait.hue)
  buffer.spot(cx, cy, scale * 0.12, halo, 0.3)
  buffer.spot(cx, cy, scale * 0.042, halo, 0.9)
  buffer.spot(cx, cy, scale * 0.012, oklch(0.96, 0.07, portrait.hue), 1.7)
}
