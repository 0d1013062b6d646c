import type { Light } from './light-buffer.ts'

/** From lightness 0-1, chroma and hue in degrees; negative components of a colour outside sRGB become 0. */
export function oklch(lightness: number, chroma: number, hue: number): Light {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    Math.max(0, 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    Math.max(0, -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    Math.max(0, -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

const EXPOSURE = 1.5

/** Converts linear light to sRGB bytes with a soft roll-off of highlights. */
export function toBytes(data: Float32Array): Uint8Array {
  return Uint8Array.from(data, (light) => {
    const shown = 1 - Math.exp(-EXPOSURE * light)
    const encoded = shown <= 0.0031308 ? 12.92 * shown : 1.055 * shown ** (1 / 2.4) - 0.055
    return Math.round(255 * encoded)
  })
}
