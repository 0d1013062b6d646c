import { color } from 'chart.js/helpers'
import type { Hue } from './chart-plan.ts'

const hueNames = ['cyan', 'magenta', 'violet', 'good', 'warning', 'bad', 'muted'] as const

export interface Paint {
  hues: Readonly<Record<Hue, string>>
  text: string
  soft: string
  muted: string
  deep: string
  raised: string
  line: string
  lineStrong: string
  crosshair: string
  tickFont: { family: string; size: number }
  bodyFont: { family: string; size: number }
  titleFont: { family: string; size: number; weight: 600 }
  faded(hue: Hue, light: number): string
  /** The colour in stripes, for what is still running. */
  stripes(hue: Hue): CanvasPattern | string
}

export function readPaint(element: HTMLElement): Paint {
  const style = getComputedStyle(element)
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim()
  const colorOf = (name: string) => token(`color-${name}`)
  const hues = Object.fromEntries(hueNames.map((name) => [name, colorOf(name)])) as Record<Hue, string>
  const body = token('font-body')
  return {
    hues,
    text: colorOf('text'),
    soft: colorOf('soft'),
    muted: colorOf('muted'),
    deep: colorOf('deep'),
    raised: colorOf('raised'),
    line: colorOf('line'),
    lineStrong: colorOf('line-strong'),
    crosshair: colorOf('soft'),
    tickFont: { family: body, size: 13 },
    bodyFont: { family: body, size: 13 },
    titleFont: { family: token('font-display'), size: 13, weight: 600 },
    faded: (hue, light) => color(hues[hue]).alpha(light).rgbString(),
    stripes: (hue) => drawStripes(hues[hue]) ?? hues[hue],
  }
}

/** The side of a tile of the stripes, in CSS pixels. */
const TILE = 6

function drawStripes(color: string): CanvasPattern | null {
  const tile = document.createElement('canvas')
  tile.width = TILE
  tile.height = TILE
  const context = tile.getContext('2d')
  if (!context) return null
  context.fillStyle = color
  context.globalAlpha = 0.22
  context.fillRect(0, 0, TILE, TILE)
  context.globalAlpha = 1
  context.strokeStyle = color
  context.lineWidth = 1.5
  context.beginPath()
  // The corners belong to the stripes of the neighbouring tiles.
  for (const shift of [-TILE, 0, TILE]) {
    context.moveTo(shift - 1, TILE + 1)
    context.lineTo(shift + TILE + 1, -1)
  }
  context.stroke()
  return context.createPattern(tile, 'repeat')
}
