import sharp, { type OverlayOptions } from 'sharp'
import { categoryNames } from '../../../shared/agents/agent-defaults.ts'
import type { SwarmMode } from '../../../shared/swarm/swarm-plan.ts'
import type { DrawnFrom } from './card.ts'
import { toDrawable } from './drawable-text.ts'
import { hexagon, markShapes, svg, wordmark } from './mark.ts'
import { categoryColours, palette } from './palette.ts'
import { setText, type TextBlock, type TextStyle } from './set-text.ts'

/** The size that link previews expect. */
export const SIZE = { width: 1200, height: 630 }

/** The column of text on the left; pictures are to the right of it. */
const COLUMN = { left: 76, width: 560, top: 146, bottom: 566 }

interface Square {
  left: number
  top: number
  side: number
}

/** What all kinds of cards have in common. */
interface Layout {
  label: string
  title: string
  /** Used if the title can't be drawn. */
  untitled: string
  text: string
  colour: string
  tiles: readonly Square[]
}

const title: TextStyle = {
  face: 'title',
  weight: 700,
  colour: palette.text,
  sizes: [84, 72, 62, 54, 46, 40],
  lineHeight: 1.1,
  width: COLUMN.width,
  lines: 3,
}
const text: TextStyle = {
  face: 'body',
  weight: 400,
  colour: palette.soft,
  sizes: [28],
  lineHeight: 1.42,
  width: COLUMN.width,
  lines: 3,
}
const label: TextStyle = {
  face: 'title',
  weight: 600,
  colour: palette.cyan,
  sizes: [21],
  lineHeight: 1.2,
  tracking: 4,
  width: COLUMN.width,
  lines: 1,
}

/**
 * Draws a card as a PNG. Names and texts are untrusted; they are drawn as plain text, and never interpreted as markup.
 */
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

function layOut(card: DrawnFrom): Layout {
  switch (card.kind) {
    case 'matrix':
      return {
        label: 'Public agents',
        title: 'Neural Entity Matrix',
        untitled: '',
        text: 'Browse the public agents, search them, and talk to one.',
        colour: palette.cyan,
        tiles: grid(card.pictures.length, 3),
      }
    case 'agent':
      return {
        label: categoryNames[card.category],
        title: card.name,
        untitled: 'Neural entity',
        text: card.description,
        colour: categoryColours[card.category],
        tiles: grid(1, 1),
      }
    case 'realm':
      return {
        label: 'Neural realm',
        title: card.name,
        untitled: 'Neural realm',
        text: card.description,
        colour: palette.cyan,
        tiles: grid(card.pictures.length, 2),
      }
    case 'copy':
      return {
        label: 'Shared conversation',
        title: card.title,
        untitled: 'Shared conversation',
        text: `With ${card.agentName}`,
        colour: palette.magenta,
        tiles: grid(1, 1),
      }
    case 'maker':
      return {
        label: 'Maker of agents',
        title: card.name,
        untitled: 'Maker of agents',
        text: card.about,
        colour: palette.violet,
        tiles: grid(card.pictures.length, 2),
      }
    case 'run':
      return {
        label: `Swarm · ${modeNames[card.mode]}`,
        title: card.task,
        untitled: 'Swarm run',
        text: card.names.join(', '),
        colour: palette.magenta,
        tiles: grid(card.pictures.length, card.pictures.length > 4 ? 3 : 2),
      }
  }
  card satisfies never
}

const modeNames: Record<SwarmMode, string> = {
  parallel: 'side by side',
  debate: 'debate',
  relay: 'relay',
}

/** Squares in rows of `across` in the area on the right; a single one fills it. */
function grid(count: number, across: number): Square[] {
  const field = { left: 712, top: 95, side: 440 }
  const columns = Math.min(across, Math.max(1, count))
  const gap = 20
  const side = Math.round((field.side - gap * (columns - 1)) / columns)
  const rows = Math.ceil(count / columns)
  const top = field.top + (field.side - rows * side - gap * (rows - 1)) / 2
  return Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / columns)
    // An incomplete last row is centred.
    const inRow = Math.min(columns, count - row * columns)
    const indent = ((columns - inRow) * (side + gap)) / 2
    return {
      left: Math.round(field.left + indent + (index % columns) * (side + gap)),
      top: Math.round(top + row * (side + gap)),
      side,
    }
  })
}

/** The background with a glow behind the pictures. */
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

/** The outlines of the pictures, and the product's mark and name. */
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

/** The decoration of a card without pictures: the mark's outline, repeated, each a little smaller and rotated. */
function nestedHexagons(colour: string): string {
  return Array.from({ length: 22 }, (_, index) => {
    const scale = 20 * 0.9 ** index
    return (
      `<path d="${hexagon}" transform="translate(932 315) rotate(${index * 5}) scale(${scale}) translate(-12 -12)" ` +
      `fill="none" stroke="${colour}" stroke-opacity="${0.25 + index * 0.03}" stroke-width="${1.5 / scale}"/>`
    )
  }).join('')
}

/** A square with cut upper right and lower left corners, as in the product's design. */
function cutSquare({ left, top, side }: Square): string {
  const cut = Math.round(12 + side * 0.06)
  return `M${left} ${top}h${side - cut}l${cut} ${cut}v${side - cut}h${cut - side}l${-cut} ${-cut}z`
}

/** Draws a picture in its cut square, or the mark if there is none or it can't be read. */
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

/**
 * Stacks the blocks of text, centred vertically in their column and aligned to the side where their language starts.
 */
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

/** Whether a text is read from right to left, by its first letter. */
const startsAtRight = (text: string) => {
  const [letter = ''] = /\p{L}/u.exec(text) ?? []
  return /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(letter)
}
