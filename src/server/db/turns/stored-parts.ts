import * as z from 'zod/mini'
import { citedIn } from '../../../shared/chat/cited-sources.ts'
import {
  collect,
  type ReplyPart,
  sourcesOf,
  type TextPart,
  textOf,
  type WithParts,
  withSources,
} from '../../../shared/chat/parts.ts'
import { type CitedSource, citedSourceSchema } from '../../../shared/knowledge/cited-source.ts'

/**
 * How the parts of a reply are stored, running or ended: its text and its reasoning each in a column that is appended
 * to, with their order in another one; the sources that it cites, which are few and large, in a column that is written
 * with each more.
 * Code that needs only the text (prompts, searches, previews) reads only its column.
 */
export interface StoredParts {
  content: string
  reasoning: string
  /** The order of text and reasoning; null if there is only text. */
  parts: PartShape[] | null
  /** Null if its agent had none for it. */
  sources: CitedSource[] | null
}

const kinds = { text: 'text', reasoning: 'reasoning' } as const satisfies {
  [Kind in TextPart['kind']]: Kind
}

const partShapeSchema = z.object({
  kind: z.enum(kinds),
  /** The length of its part of the column, in UTF-16 units. */
  length: z.int(),
})

/** A part without its text, which is in its column. */
export type PartShape = z.infer<typeof partShapeSchema>

/** The schema of the columns that store a reply's parts. */
export const storedPartsColumns = {
  content: z.string(),
  reasoning: z.string(),
  parts: z.nullable(z.array(partShapeSchema)),
  sources: z.nullable(z.array(citedSourceSchema)),
}

export function toStored({ content, parts }: WithParts): StoredParts {
  if (!parts) return { content, reasoning: '', parts: null, sources: null }
  const sources = sourcesOf(parts)
  const shapes = parts.flatMap(shapeOf)
  return {
    content: textOf(parts),
    reasoning: collect(parts, 'reasoning').join(''),
    parts: shapes.every(({ kind }) => kind === 'text') ? null : shapes,
    sources: sources && [...sources],
  }
}

/** Of a reply that was stored by an earlier version, the passages that it was given and does not cite are left out. */
export function fromStored({ sources, ...stored }: StoredParts): WithParts {
  const grown = grownParts(stored)
  return sources ? withSources(grown, citedIn(stored.content, sources)) : grown
}

function grownParts({ content, reasoning, parts }: Omit<StoredParts, 'sources'>): WithParts {
  if (!parts) return { content }
  const left = { text: content, reasoning }
  const take = (kind: keyof typeof left, length: number) => {
    const text = left[kind].slice(0, length)
    left[kind] = left[kind].slice(length)
    return text
  }
  return { content, parts: parts.map(({ kind, length }) => partOf(kind, (column) => take(column, length))) }
}

function shapeOf(part: ReplyPart): PartShape[] {
  switch (part.kind) {
    case 'text':
    case 'reasoning':
      return [{ kind: part.kind, length: part.text.length }]
    case 'sources':
      return []
    default:
      return part satisfies never
  }
}

function partOf(kind: PartShape['kind'], take: (column: 'text' | 'reasoning') => string): TextPart {
  switch (kind) {
    case 'text':
    case 'reasoning':
      return { kind, text: take(kind) }
    default:
      return kind satisfies never
  }
}
