import { oklch } from '../../src/shared/portrait/colour.ts'
import { LightBuffer } from '../../src/shared/portrait/light-buffer.ts'

/** The background of the default image, without the mark: hexagons that rotate as they grow, for no category. */
export function defaultImage(size: number): LightBuffer {
  const buffer = new LightBuffer(size, size)
  const half = size / 2
  const floor = oklch(0.15, 0.02, 262)
  const glow = oklch(0.42, 0.06, 240)
  buffer.fill((x, y) => {
    const near = Math.exp(-(((x - half) ** 2 + (y - half) ** 2) / (0.6 * half) ** 2))
    return [floor[0] + 0.5 * near * glow[0], floor[1] + 0.5 * near * glow[1], floor[2] + 0.5 * near * glow[2]]
  })
  const hexagons = 15
  for (let index = 0; index < hexagons; index++) {
    const t = index / (hexagons - 1)
    const radius = half * (0.42 + 0.5 * t)
    const turn = -Math.PI / 2 + 0.9 * t
    const corner = (step: number) => ({
      x: half + radius * Math.cos(turn + (step * Math.PI) / 3),
      y: half + radius * Math.sin(turn + (step * Math.PI) / 3),
    })
    for (let side = 0; side < 6; side++) {
      const from = corner(side)
      const to = corner(side + 1)
      buffer.line(from.x, from.y, to.x, to.y, oklch(0.75, 0.07, 235), 0.5 * (1 - 0.8 * t))
    }
  }
  buffer.bloom(size * 0.012, 0.35)
  buffer.spot(half, half, size * 0.07, oklch(0.7, 0.09, 225), 0.35)
  return buffer
}
