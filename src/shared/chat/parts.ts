import type { CitedSource } from '../knowledge/cited-source.ts'
// Types alone: a page folds replies without zod, which would be a fifteenth of its first visit.
import type { GrowthEvent, PartEvent, ReplyPart, TextPart, WholeEvent, WholePart } from './part-kinds.ts'

/** A log position and a revision (`part-kinds.ts`) suffice to resume a reply in pages, on servers and from storage. */

export const growthTypes: { [Kind in TextPart['kind']]: GrowthEvent['type'] } = {
  text: 'words',
  reasoning: 'reasoning',
}

interface WholeKind<Part extends WholePart> {
  /** These count for whoever keeps the reply. */
  texts(part: Part): string[]
}

const wholeKinds: { [Kind in WholePart['kind']]: WholeKind<Extract<WholePart, { kind: Kind }>> } = {
  sources: { texts: ({ sources }) => sources.map(({ quote }) => quote) },
  model: { texts: () => [] },
  context: { texts: () => [] },
  tool: { texts: ({ arguments: given, status }) => [given, status.state === 'done' ? status.result : ''] },
}

/** How far somebody has a reply: text up to a position in the log, whole parts up to a revision. */
export interface Known {
  at: number
  revision: number
}

/** `id` is that of the last whole part that was sent. */
export interface Sent extends Known {
  id: number
}

export const NOTHING: Sent = { at: 0, revision: 0, id: 0 }

export interface WithParts {
  content: string
  parts?: ReplyPart[] | undefined
}

export function partsOf({ content, parts }: WithParts): readonly ReplyPart[] {
  return parts ?? (content === '' ? [] : [{ kind: 'text', text: content }])
}

export function withParts<Whole extends WithParts>(reply: Whole, parts: readonly ReplyPart[]): Whole {
  const { parts: _, ...rest } = reply
  const whole = { ...rest, content: textOf(parts) } as Whole
  return parts.every(({ kind }) => kind === 'text') ? whole : { ...whole, parts: [...parts] }
}

/** All that prompts, searches, previews and word counts use of a reply. */
export function textOf(parts: readonly ReplyPart[]): string {
  return collect(parts, 'text').join('')
}

export function reasoningOf(parts: readonly ReplyPart[]): string {
  return collect(parts, 'reasoning').join('\n\n')
}

export function collect(parts: readonly ReplyPart[], wanted: TextPart['kind']): string[] {
  return parts.flatMap((part) => (part.kind === wanted ? [part.text] : []))
}

/** Sorted by number; null if the reply was given no passages. */
export function sourcesOf(
  parts: readonly { kind: ReplyPart['kind'] }[] | null | undefined,
): CitedSource[] | null {
  const cited = parts?.filter(
    (part): part is Extract<ReplyPart, { kind: 'sources' }> => part.kind === 'sources',
  )
  if (!cited || cited.length === 0) return null
  return cited.flatMap(({ sources }) => sources).sort((one, other) => one.n - other.n)
}

export function storedTextsOf(parts: readonly ReplyPart[]): string[] {
  return parts.flatMap((part) => (isText(part) ? [part.text] : textsOf(part)))
}

function textsOf(part: WholePart): string[] {
  const { texts }: { texts(part: WholePart): string[] } = wholeKinds[part.kind]
  return texts(part)
}

/** The reply of a text alone stays one. */
export function grow<Whole extends WithParts>(reply: Whole, type: GrowthEvent['type'], text: string): Whole {
  const content = type === 'words' ? reply.content + text : reply.content
  if (!reply.parts && type === 'words') return { ...reply, content }
  // Collecting the text of all parts for each word would cost more the longer the reply is.
  return { ...reply, content, parts: appendTo(partsOf(reply), type, text) }
}

/** Puts a whole part in its place, even within a text; the same reply if the part is known or beyond the log. */
export function place<Whole extends WithParts>(reply: Whole, event: WholeEvent): Whole {
  const parts = partsOf(reply)
  const { part, at } = placed(event)
  const known = parts.findIndex((one) => !isText(one) && one.id === part.id)
  const before = parts[known]
  if (before)
    return isText(before) || before.revision >= part.revision
      ? reply
      : withParts(reply, parts.with(known, part))
  if (at > lengthOf(parts)) return reply
  return withParts(reply, insert(parts, part, at))
}

export function placeAll<Whole extends WithParts>(reply: Whole, parts: readonly ReplyPart[]): Whole {
  return eventsIn(parts).reduce((whole, event) => place(whole, event), reply)
}

function insert(parts: readonly ReplyPart[], part: WholePart, at: number): ReplyPart[] {
  let begin = 0
  for (const [index, one] of parts.entries()) {
    const end = begin + logOf(one).length
    if (isText(one) ? begin === at : begin === at && one.id > part.id) return parts.toSpliced(index, 0, part)
    if (isText(one) && end > at) {
      const [text, rest] = [one.text.slice(0, at - begin), one.text.slice(at - begin)]
      return parts.toSpliced(index, 1, { ...one, text }, part, { ...one, text: rest })
    }
    begin = end
  }
  return [...parts, part]
}

export function logLength({ content, parts }: WithParts): number {
  return parts ? lengthOf(parts) : content.length
}

export function lengthOf(parts: readonly ReplyPart[]): number {
  return parts.reduce((length, part) => length + logOf(part).length, 0)
}

export function revisionOf(parts: readonly ReplyPart[]): number {
  return parts.reduce((revision, part) => (isText(part) ? revision : Math.max(revision, part.revision)), 0)
}

export function knownOf(parts: readonly ReplyPart[]): Known {
  return { at: lengthOf(parts), revision: revisionOf(parts) }
}

export function logOf(part: ReplyPart): string {
  return isText(part) ? part.text : ''
}

export function appendTo(parts: readonly ReplyPart[], type: GrowthEvent['type'], text: string): ReplyPart[] {
  const kind = kindOf[type]
  const last = parts.at(-1)
  if (last?.kind !== kind) return [...parts, { kind, text }]
  return [...parts.slice(0, -1), { kind, text: logOf(last) + text }]
}

/** Returns the same list if it does not go beyond `at` or `revision`. */
export function cutAt(
  parts: readonly ReplyPart[],
  at: number,
  revision = Number.POSITIVE_INFINITY,
): readonly ReplyPart[] {
  if (lengthOf(parts) <= at && revisionOf(parts) <= revision) return parts
  let begin = 0
  let kept: ReplyPart[] = []
  for (const part of parts) {
    if (!isText(part)) {
      if (begin <= at && part.revision <= revision) kept.push(part)
      continue
    }
    const text = part.text.slice(0, Math.max(0, at - begin))
    begin += part.text.length
    // What stood around a part that is gone is one text.
    if (text !== '') kept = appendTo(kept, growthTypes[part.kind], text)
  }
  return kept
}

/** Goes to the end of the part that contains the position; null if nothing follows. */
function growthAfter(parts: readonly ReplyPart[], at: number): GrowthEvent | null {
  let begin = 0
  for (const part of parts) {
    if (!isText(part)) continue
    const { text } = part
    if (begin + text.length > at) return { type: growthTypes[part.kind], at, text: text.slice(at - begin) }
    begin += text.length
  }
  return null
}

/** Whole parts at the very end may be sent again. */
export function sentTo(parts: readonly ReplyPart[], { at, revision }: Known): Sent {
  const had = eventsIn(parts).filter((event) => event.at < at)
  return { at, revision, id: had.at(-1)?.id ?? 0 }
}

/**
 * First changes of whole parts that the receiver has, by revision, then what follows in the log. Wherever it breaks
 * off, the receiver has every whole part before its place as of its highest revision, so that a place and a revision
 * tell what it lacks.
 */
export function nextAfter(parts: readonly ReplyPart[], sent: Sent): PartEvent | null {
  const wholes = eventsIn(parts)
  let next: WholeEvent | undefined
  for (const event of wholes)
    if (event.id <= sent.id && event.revision > sent.revision)
      if (!next || event.revision < next.revision) next = event
  next ??= wholes.find(({ id, at }) => id > sent.id && at <= sent.at)
  return next ?? growthAfter(parts, sent.at)
}

export function sentWith({ at, revision, id }: Sent, event: PartEvent): Sent {
  if (isGrowth(event)) return { at: placeAfter(event), revision, id }
  return { at, revision: Math.max(revision, event.revision), id: Math.max(id, event.id) }
}

export function* eventsOf(parts: readonly ReplyPart[], sent = NOTHING): Generator<PartEvent> {
  for (let event = nextAfter(parts, sent); event; event = nextAfter(parts, sent)) {
    yield event
    sent = sentWith(sent, event)
  }
}

function eventsIn(parts: readonly ReplyPart[]): WholeEvent[] {
  let at = 0
  const events: WholeEvent[] = []
  for (const part of parts) {
    if (isText(part)) at += part.text.length
    else events.push(bringing(part, at))
  }
  return events
}

export function bringing({ kind, ...rest }: WholePart, at: number): WholeEvent {
  const type: WholeEvent['type'] = kind
  // The compiler does not follow that a kind and its fields go together.
  return { type, at, ...rest } as WholeEvent
}

function placed({ type, at, ...rest }: WholeEvent): { part: WholePart; at: number } {
  const kind: WholePart['kind'] = type
  return { part: { kind, ...rest } as WholePart, at }
}

export function isText(part: ReplyPart): part is TextPart {
  return Object.hasOwn(growthTypes, part.kind)
}

export function isGrowth(event: { type: string }): event is GrowthEvent {
  return Object.hasOwn(kindOf, event.type)
}

export function isWhole(event: { type: string }): event is WholeEvent {
  return Object.hasOwn(wholeKinds, event.type)
}

export function isPart(event: { type: string }): event is PartEvent {
  return isGrowth(event) || isWhole(event)
}

export function placeAfter({ at, text }: GrowthEvent): number {
  return at + text.length
}

const kindOf: { [Type in GrowthEvent['type']]: TextPart['kind'] } = { words: 'text', reasoning: 'reasoning' }
