import { categoryNames } from '../../../shared/agents/agent-defaults.ts'
import type { SwarmMode } from '../../../shared/swarm/swarm-plan.ts'
import type { DrawnFrom } from './card.ts'
import { categoryColours, palette } from './palette.ts'
import type { TextStyle } from './set-text.ts'

export const SIZE = { width: 1200, height: 630 }

/** Of text, on the left; pictures are to the right of it. */
export const COLUMN = { left: 76, width: 560, top: 146, bottom: 566 }

export interface Square {
  left: number
  top: number
  side: number
}

export interface Layout {
  label: string
  title: string
  untitled: string
  text: string
  colour: string
  tiles: readonly Square[]
}

export const title: TextStyle = {
  face: 'title',
  weight: 700,
  colour: palette.text,
  sizes: [84, 72, 62, 54, 46, 40],
  lineHeight: 1.1,
  width: COLUMN.width,
  lines: 3,
}

export const text: TextStyle = {
  face: 'body',
  weight: 400,
  colour: palette.soft,
  sizes: [28],
  lineHeight: 1.42,
  width: COLUMN.width,
  lines: 3,
}

export const label: TextStyle = {
  face: 'title',
  weight: 600,
  colour: palette.cyan,
  sizes: [21],
  lineHeight: 1.2,
  tracking: 4,
  width: COLUMN.width,
  lines: 1,
}

export function layOut(card: DrawnFrom): Layout {
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

/** Rows of `across` in the area on the right; a single square fills it. */
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

export const startsAtRight = (text: string) => {
  const [letter = ''] = /\p{L}/u.exec(text) ?? []
  return /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(letter)
}
