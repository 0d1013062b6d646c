import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { citedIn, onlyCited } from '../../../shared/chat/cited-sources.ts'
import type { ReplyState } from '../../../shared/chat/messages.ts'
import type { ShownModel } from '../../../shared/chat/model-fields.ts'
import type { ReplyPart, TextPart } from '../../../shared/chat/part-kinds.ts'
import {
  collect,
  growthTypes,
  isText,
  sourcesOf,
  textOf,
  type WithParts,
  withParts,
} from '../../../shared/chat/parts.ts'
import type { CitedSource } from '../../../shared/knowledge/cited-source.ts'
import type { PlacedCall } from '../../../shared/tools/told-call.ts'
import { type StoredPart, storedPartSchema } from '../schema/part-columns.ts'

/** Text and reasoning have a column each; all else one, with the order. Prompts, searches and previews read only the text. */
export interface StoredParts {
  content: string
  reasoning: string
  /** Null if there is only text. */
  parts: StoredPart[] | null
}

export const storedPartsColumns = {
  content: z.string(),
  reasoning: z.string(),
  parts: z.nullable(z.array(storedPartSchema)),
}

type Columns = Record<TextPart['kind'], string>

export function toStored({ content, parts }: WithParts): StoredParts {
  if (!parts) return { content, reasoning: '', parts: null }
  return {
    content: textOf(parts),
    reasoning: collect(parts, 'reasoning').join(''),
    parts: parts.map((part, index): StoredPart => {
      if (!isText(part)) return part
      const { kind, text } = part
      const isLast = !parts.slice(index + 1).some((later) => later.kind === kind)
      return isLast ? { kind } : { kind, length: text.length }
    }),
  }
}

/** The parts of a text that was told with these, as they are stored; null if there is only text. */
export function partsBeside({
  sources,
  model,
  ownCalls = [],
}: {
  sources?: CitedSource[] | undefined
  model?: ShownModel | undefined
  ownCalls?: readonly PlacedCall[] | undefined
}): StoredPart[] | null {
  let whole = 0
  const numbered = () => ({ id: ++whole, revision: whole })
  const parts: StoredPart[] = []
  if (model) parts.push({ kind: 'model', ...model, micros: model.micros ?? null, ...numbered() })
  if (sources) parts.push({ kind: 'sources', sources, ...numbered() })
  let end = 0
  for (const { at, part } of ownCalls.toSorted((one, other) => one.at - other.at)) {
    if (at > end) parts.push({ kind: 'text', length: at - end })
    end = at
    parts.push({ kind: 'tool', ...part, ...numbered() })
  }
  return parts.length > 0 ? [...parts, { kind: 'text' }] : null
}

export function fromStored({ content, reasoning, parts }: StoredParts): WithParts {
  if (!parts) return { content }
  const left: Columns = { text: content, reasoning }
  const whole = parts.flatMap((part): ReplyPart[] => {
    if (!isTextColumn(part)) return [part]
    const text = left[part.kind].slice(0, part.length)
    left[part.kind] = left[part.kind].slice(text.length)
    return text === '' ? [] : [{ kind: part.kind, text }]
  })
  return withParts({ content }, whole)
}

function isTextColumn(part: StoredPart): part is Extract<StoredPart, { kind: TextPart['kind'] }> {
  return Object.hasOwn(growthTypes, part.kind)
}

/**
 * A stored reply as it is shown. Once it is over, passages that it does not cite are left out: an earlier version or a
 * server that died stored them. Until then they are what the revision is said to have.
 */
export function shownParts(stored: StoredParts & { state: ReplyState | null }): WithParts {
  const reply = fromStored(stored)
  const given = stored.state === 'running' ? null : sourcesOf(reply.parts)
  return given && reply.parts
    ? withParts(reply, onlyCited(reply.parts, citedIn(reply.content, given)))
    : reply
}

/** The passages in a column of parts, as rows of a function in a `from`. */
export const sourcesIn = (parts: SQLWrapper): SQL => sql`jsonb_path_query(${parts}, '$[*].sources[*]')`

/** Whether a column of parts has passages, or tells that there could be some. */
export const mayCite = (parts: SQLWrapper): SQL<boolean> =>
  sql<boolean>`coalesce(jsonb_path_exists(${parts}, '$[*].sources'), false)`
