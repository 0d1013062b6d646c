import type * as z from 'zod/mini'
import type { CitedSource } from '../knowledge/cited-source.ts'
import type { ReplyEvent } from './chat.ts'
import type { replyPartSchema } from './message-schemas.ts'
import type { Reply } from './messages.ts'

/**
 * A reply is a list of parts, whose texts in order form one log. A position in the log is all that is needed to resume
 * a reply: for a page that lost its connection, for another server, and for the stored copy. Sources are not text: they
 * have no position in the log, each comes before the text that is the first to cite it, and all of them are sent again
 * to every client that resumes.
 */

export type ReplyPart = z.infer<typeof replyPartSchema>

/** A part with a text that grows; the log consists of these. */
export type TextPart = Extract<ReplyPart, { text: string }>

/** An event that adds text to a part. */
export type GrowthEvent = Extract<ReplyEvent, { type: 'words' | 'reasoning' }>

/** An event that changes the parts of a reply. */
export type PartEvent = GrowthEvent | Extract<ReplyEvent, { type: 'sources' }>

/** An event that brings what has no text in the log. */
export type WholeEvent = Exclude<PartEvent, GrowthEvent>

/** What somebody has of a reply's parts. */
export interface KnownParts {
  /** A position in the log. */
  at: number
  /** The numbers of its sources; null if it is not known that it may cite any. */
  sources: readonly number[] | null
}

export const NOTHING_KNOWN: KnownParts = { at: 0, sources: null }

/** The fields of a reply that its parts are derived from. */
export type WithParts = Pick<Reply, 'content' | 'parts'>

/** Returns the parts of a reply in order; empty if nothing has arrived yet. */
export function partsOf({ content, parts }: WithParts): readonly ReplyPart[] {
  return parts ?? (content === '' ? [] : [{ kind: 'text', text: content }])
}

/** Returns the reply with other parts. */
export function withParts<Whole extends WithParts>(reply: Whole, parts: readonly ReplyPart[]): Whole {
  const { parts: _, ...rest } = reply
  const whole = { ...rest, content: textOf(parts) } as Whole
  return parts.every(({ kind }) => kind === 'text') ? whole : { ...whole, parts: [...parts] }
}

/** Returns the agent's text, which is all that prompts, searches, previews and word counts use of a reply. */
export function textOf(parts: readonly ReplyPart[]): string {
  return collect(parts, 'text').join('')
}

/** Returns the model's reasoning as one text. */
export function reasoningOf(parts: readonly ReplyPart[]): string {
  return collect(parts, 'reasoning').join('\n\n')
}

/** Returns the texts of all parts of one kind. */
export function collect(parts: readonly ReplyPart[], wanted: TextPart['kind']): string[] {
  return parts.flatMap((part) => (part.kind === wanted ? [logOf(part)] : []))
}

/** Returns the passages that a reply cites so far, by their numbers; null if it was given none. */
export function sourcesOf(parts: readonly ReplyPart[] | undefined): readonly CitedSource[] | null {
  const [first] = parts ?? []
  return first?.kind === 'sources' ? first.sources : null
}

/** Returns the reply with more of the passages that it cites; those that it already has are kept. */
export function withSources<Whole extends WithParts>(reply: Whole, more: readonly CitedSource[]): Whole {
  const parts = partsOf(reply)
  const known = sourcesOf(parts)
  const sources = mergeSources(known ?? [], more)
  if (known && sources.length === known.length) return reply
  return withParts(reply, [{ kind: 'sources', sources }, ...(known ? parts.slice(1) : parts)])
}

/** Adds passages to others, in the order of their numbers; of two with one number the first stays. */
export function mergeSources(known: readonly CitedSource[], more: readonly CitedSource[]): CitedSource[] {
  const numbers = new Set(known.map(({ n }) => n))
  return [...known, ...more.filter(({ n }) => !numbers.has(n))].sort((one, other) => one.n - other.n)
}

/** Returns the reply with text added. Nearly all replies consist of text alone, so that case has a fast path. */
export function grow<Whole extends WithParts>(reply: Whole, type: GrowthEvent['type'], text: string): Whole {
  if (!reply.parts && type === 'words') return { ...reply, content: reply.content + text }
  return withParts(reply, appendTo(partsOf(reply), type, text))
}

/** The length of the log of a reply, in UTF-16 units. */
export function logLength({ content, parts }: WithParts): number {
  return parts ? lengthOf(parts) : content.length
}

/** The length of the log of these parts, in UTF-16 units. */
export function lengthOf(parts: readonly ReplyPart[]): number {
  return parts.reduce((length, part) => length + logOf(part).length, 0)
}

/** The text that a part contributes to the log. */
export function logOf(part: ReplyPart): string {
  switch (part.kind) {
    case 'text':
    case 'reasoning':
      return part.text
    case 'sources':
      return ''
    default:
      return part satisfies never
  }
}

/** All texts that are stored with parts: their log and the quotes of their sources. */
export function storedTextsOf(parts: readonly ReplyPart[]): string[] {
  return parts.flatMap((part) => {
    switch (part.kind) {
      case 'text':
      case 'reasoning':
        return [part.text]
      case 'sources':
        return part.sources.map(({ quote }) => quote)
      default:
        return part satisfies never
    }
  })
}

/** Appends text to the last part, or as a new part if the last one is of another kind. */
export function appendTo(parts: readonly ReplyPart[], type: GrowthEvent['type'], text: string): ReplyPart[] {
  const kind = kindOf[type]
  const last = parts.at(-1)
  if (last?.kind !== kind) return [...parts, { kind, text }]
  return [...parts.slice(0, -1), { kind, text: logOf(last) + text }]
}

/** Truncates the parts to a log of this length; sources are not part of the log and stay. */
export function cutAt(parts: readonly ReplyPart[], length: number): ReplyPart[] {
  let left = length
  return parts.flatMap((part): ReplyPart[] => {
    if (!isText(part)) return [part]
    const text = part.text.slice(0, Math.max(0, left))
    left -= text.length
    return text === '' ? [] : [{ ...part, text }]
  })
}

/**
 * Returns the text after a position in the log, up to the end of the part that contains it; null if nothing follows.
 */
export function growthAfter(parts: readonly ReplyPart[], at: number): GrowthEvent | null {
  let begin = 0
  for (const part of parts) {
    if (!isText(part)) continue
    const { text } = part
    if (begin + text.length > at) return { type: typeOf(part), at, text: text.slice(at - begin) }
    begin += text.length
  }
  return null
}

/** Returns the next event for somebody who has this much: first what is no text, then text; null if nothing is missing. */
export function nextAfter(parts: readonly ReplyPart[], known: KnownParts): PartEvent | null {
  for (const part of parts) {
    const whole = wholeAfter(part, known)
    if (whole) return whole
  }
  return growthAfter(parts, known.at)
}

/** Returns what is known after an event that `nextAfter` returned. */
export function knownWith({ at, sources }: KnownParts, event: PartEvent): KnownParts {
  if (isGrowth(event)) return { at: placeAfter(event), sources }
  return { at, sources: [...(sources ?? []), ...event.sources.map(({ n }) => n)] }
}

/** Returns the events that somebody lacks who has this much. */
export function* eventsOf(parts: readonly ReplyPart[], known = NOTHING_KNOWN): Generator<PartEvent> {
  for (let event = nextAfter(parts, known); event; event = nextAfter(parts, known)) {
    yield event
    known = knownWith(known, event)
  }
}

function wholeAfter(part: ReplyPart, known: KnownParts): WholeEvent | null {
  switch (part.kind) {
    case 'text':
    case 'reasoning':
      return null
    case 'sources': {
      const news = part.sources.filter(({ n }) => !known.sources?.includes(n))
      return known.sources && news.length === 0 ? null : { type: 'sources', sources: news }
    }
    default:
      return part satisfies never
  }
}

function isText(part: ReplyPart): part is TextPart {
  return 'text' in part
}

/** Whether the event adds text to a part. */
export function isGrowth(event: { type: string }): event is GrowthEvent {
  return Object.hasOwn(kindOf, event.type)
}

/** The position in the log after the event's text. */
export function placeAfter({ at, text }: GrowthEvent): number {
  return at + text.length
}

const kindOf: Record<GrowthEvent['type'], TextPart['kind']> = { words: 'text', reasoning: 'reasoning' }

function typeOf(part: TextPart): GrowthEvent['type'] {
  switch (part.kind) {
    case 'text':
      return 'words'
    case 'reasoning':
      return 'reasoning'
    default:
      return part satisfies never
  }
}
