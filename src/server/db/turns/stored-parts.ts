import { collect, type ReplyPart, textOf, type WithParts } from '../../../shared/chat/parts.ts'

/**
 * How the parts of a reply are stored, running or over: its text and its reasoning each in a column that grows at its end,
 * and their order beside them. What only wants the text (prompts, searches, previews) reads its column alone.
 */
export interface StoredParts {
  content: string
  reasoning: string
  /** Null where there is nothing but text. */
  parts: PartShape[] | null
}

/** A part without the text that its column has; a part of another kind is stored in here whole. */
export interface PartShape {
  kind: ReplyPart['kind']
  /** How much of its column it takes, in UTF-16 units. */
  length: number
}

export function toStored({ content, parts }: WithParts): StoredParts {
  if (!parts) return { content, reasoning: '', parts: null }
  return {
    content: textOf(parts),
    reasoning: collect(parts, 'reasoning').join(''),
    parts: parts.map(shapeOf),
  }
}

export function fromStored({ content, reasoning, parts }: StoredParts): WithParts {
  if (!parts) return { content }
  const left = { text: content, reasoning }
  const take = (kind: keyof typeof left, length: number) => {
    const text = left[kind].slice(0, length)
    left[kind] = left[kind].slice(length)
    return text
  }
  return { content, parts: parts.map(({ kind, length }) => partOf(kind, (column) => take(column, length))) }
}

function shapeOf(part: ReplyPart): PartShape {
  switch (part.kind) {
    case 'text':
    case 'reasoning':
      return { kind: part.kind, length: part.text.length }
    default:
      return part satisfies never
  }
}

function partOf(kind: PartShape['kind'], take: (column: 'text' | 'reasoning') => string): ReplyPart {
  switch (kind) {
    case 'text':
    case 'reasoning':
      return { kind, text: take(kind) }
    default:
      return kind satisfies never
  }
}
