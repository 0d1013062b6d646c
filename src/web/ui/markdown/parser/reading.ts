import { readMarkdown } from './read.ts'
import type { Block, Inline } from './tree.ts'

export interface Reading {
  blocks: Block[]
  /** The number of DOM elements that it renders to; plain text is not counted. */
  elements: number
}

/** The elements around a block of code: its frame, language and button. */
const CODE_ELEMENTS = 8

/**
 * A piece that can't be parsed is shown unformatted and does not affect the others.
 * @param tail whether further text is added at its end
 */
export function readPiece(text: string, tail: boolean, read = readMarkdown): Reading {
  try {
    const blocks = read(text)
    if (tail) addTail(blocks)
    return { blocks, elements: countBlocks(blocks) }
  } catch {
    return { blocks: asWritten(text, tail), elements: 1 }
  }
}

export function asWritten(text: string, tail: boolean): Block[] {
  return [
    { kind: 'written', children: [{ kind: 'text', text }, ...(tail ? [{ kind: 'tail' } as const] : [])] },
  ]
}

/**
 * How much of a growing piece is parsed, in UTF-16 units: all while it is short, then up to steps that grow with it, so
 * that a long piece is parsed only a few times for each doubling, however small its chunks. The rest is shown
 * unformatted until the next step.
 */
export function settledLength(text: string): number {
  const { length } = text
  if (length < 1_024) return length
  const step = 2 ** (Math.floor(Math.log2(length)) - 4)
  const settled = Math.floor(length / step) * step
  const low = text.charCodeAt(settled)
  return low >= 0xdc00 && low <= 0xdfff ? settled - 1 : settled
}

function addTail(blocks: Block[]): void {
  const last = blocks.at(-1)
  const item = last?.kind === 'list' ? last.items.at(-1) : undefined
  if (last?.kind === 'paragraph' || last?.kind === 'heading') last.children.push({ kind: 'tail' })
  else if (last?.kind === 'code') last.tail = true
  else if (last?.kind === 'quote') addTail(last.children)
  else if (item) addTail(item.children)
  else if (last?.kind === 'table') (last.rows.at(-1)?.at(-1) ?? []).push({ kind: 'tail' })
  else blocks.push({ kind: 'paragraph', children: [{ kind: 'tail' }] })
}

function countBlocks(blocks: readonly Block[]): number {
  let elements = blocks.length
  for (const block of blocks) {
    if (block.kind === 'code') elements += CODE_ELEMENTS
    else if (block.kind === 'paragraph' || block.kind === 'heading') elements += countInline(block.children)
    else if (block.kind === 'quote') elements += countBlocks(block.children)
    else if (block.kind === 'list') for (const item of block.items) elements += 1 + countBlocks(item.children)
    else if (block.kind === 'notes') for (const note of block.notes) elements += 1 + countBlocks(note)
    else if (block.kind === 'table')
      for (const row of block.rows) {
        elements += 1 + row.length
        for (const cell of row) elements += countInline(cell)
      }
  }
  return elements
}

function countInline(children: readonly Inline[]): number {
  let elements = 0
  for (const child of children) {
    if (child.kind === 'formula') elements += child.source.length
    else if (child.kind !== 'text') elements++
    if ('children' in child) elements += countInline(child.children)
  }
  return elements
}
