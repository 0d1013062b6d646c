import type { OverlayOptions } from 'sharp'
import sharp from 'sharp'
import type { DrawnFrom } from './card.ts'
import { toDrawable } from './drawable-text.ts'
import {
  COLUMN,
  type Layout,
  label,
  layOut,
  SIZE,
  type Square,
  startsAtRight,
  text,
  title,
} from './lay-out-card.ts'
import { hexagon, markShapes, svg, wordmark } from './mark.ts'
import { palette } from './palette.ts'
import { setText, type TextBlock } from './set-text.ts'

/** Draws a card as a PNG. Names and texts are untrusted: they are never interpreted as markup. */
export async function drawCard(card: DrawnFrom): Promise<Uint8Array> {
  const layout = layOut(card)
  const name = toDrawable(layout.title) ?? layout.untitled
  const words = await Promise.all([
    setText(layout.label.toUpperCase(), { ...label, colour: layout.colour }),
    setText(name, title),
    ...[toDrawable(layout.text)].flatMap((body) => (body === null ? [] : [setText(body, text)])),
  ])
  const tiles = await Promise.all(
    layout.tiles.map((square, index) => drawTile(square, card.pictures[index] ?? null)),
  )
  return sharp(Buffer.from(svg(SIZE.width, SIZE.height, ground(layout))))
    .composite([
      ...tiles,
      { input: Buffer.from(svg(SIZE.width, SIZE.height, foreground(layout))) },
      ...stack(words, startsAtRight(name)),
    ])
    .removeAlpha()
    .png({ compressionLevel: 9 })
    .toBuffer()
}

function ground({ colour }: Layout): string {
  const light = (id: string, stops: readonly (readonly [offset: number, opacity: number])[]) =>
    `<radialGradient id="${id}">${stops
      .map(
        ([offset, opacity]) => `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
      )
      .join('')}</radialGradient>`
  return [
    light('near', [
      [0, 0.4],
      [0.5, 0.15],
      [1, 0],
    ]),
    `<rect width="${SIZE.width}" height="${SIZE.height}" fill="${palette.ground}"/>`,
    `<ellipse cx="932" cy="315" rx="560" ry="470" fill="url(#near)"/>`,
  ].join('')
}

function foreground({ colour, tiles }: Layout): string {
  return [
    ...tiles.map(
      (square) =>
        `<path d="${cutSquare(square)}" fill="none" stroke="${colour}" stroke-opacity=".5" stroke-width="1.5"/>`,
    ),
    ...(tiles.length === 0 ? [nestedHexagons(colour)] : []),
    markShapes({ x: COLUMN.left + 20, y: 92, height: 46 }),
    wordmark({ x: COLUMN.left + 60, y: 92 - 12, scale: 0.24 }),
  ].join('')
}

/** For cards without pictures: the mark's outline, each a little smaller and rotated. */
function nestedHexagons(colour: string): string {
  return Array.from({ length: 22 }, (_, index) => {
    const scale = 20 * 0.9 ** index
    return (
      `<path d="${hexagon}" transform="translate(932 315) rotate(${index * 5}) scale(${scale}) translate(-12 -12)" ` +
      `fill="none" stroke="${colour}" stroke-opacity="${0.25 + index * 0.03}" stroke-width="${1.5 / scale}"/>`
    )
  }).join('')
}

/** With cut upper right and lower left corners, as in the product's design. */
function cutSquare({ left, top, side }: Square): string {
  const cut = Math.round(12 + side * 0.06)
  return `M${left} ${top}h${side - cut}l${cut} ${cut}v${side - cut}h${cut - side}l${-cut} ${-cut}z`
}

/** The mark if there is no picture or it can't be read. */
async function drawTile(square: Square, picture: Uint8Array | null): Promise<OverlayOptions> {
  const { left, top, side } = square
  const shape = svg(side, side, `<path d="${cutSquare({ left: 0, top: 0, side })}"/>`)
  const blank = svg(
    side,
    side,
    `<rect width="${side}" height="${side}" fill="${palette.deep}"/>` +
      markShapes({ x: side / 2, y: side / 2, height: side * 0.27 }, { colour: palette.soft }),
  )
  const filled = async (content: Uint8Array) => {
    const { data, info } = await sharp(content)
      .resize(side, side, { fit: 'cover' })
      .ensureAlpha()
      .composite([{ input: Buffer.from(shape), blend: 'dest-in' }])
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { input: data, raw: info, left, top }
  }
  return picture ? filled(picture).catch(() => filled(Buffer.from(blank))) : filled(Buffer.from(blank))
}

/** Centred vertically, aligned to the side where their language starts. */
function stack(blocks: readonly TextBlock[], fromRight: boolean): OverlayOptions[] {
  const gap = 32
  const total = blocks.reduce((sum, { height }) => sum + height + gap, -gap)
  let top = Math.round((COLUMN.top + COLUMN.bottom - total) / 2)
  return blocks.map(({ data, width, height }) => {
    const left = COLUMN.left + (fromRight ? COLUMN.width - width : 0)
    const placed = { input: data, raw: { width, height, channels: 4 as const }, left, top }
    top += height + gap
    return placed
  })
}
