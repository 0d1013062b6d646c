import type { CitedSource } from '../knowledge/cited-source.ts'
// Types alone: a page folds replies without zod, which would be a fifteenth of its first visit.
import type { GrowthEvent, PartEvent, ReplyPart, TextPart, WholeEvent, WholePart } from './part-kinds.ts'

/**
 * A reply is a list of parts, in the order of their places. The texts in it form one log. A position in the log and a
 * revision are all that is needed to resume a reply: for a page that lost its connection, for another server, and for
 * the stored copy. See `part-kinds.ts`.
 */

/** The event that a text grows by. */
export const growthTypes: { [Kind in TextPart['kind']]: GrowthEvent['type'] } = {
  text: 'words',
  reasoning: 'reasoning',
}

/** What every whole part knows of itself. */
interface WholeKind<Part extends WholePart> {
  /** The texts that are stored with it, which count for whoever keeps the reply. */
  texts(part: Part): string[]
}

const wholeKinds: { [Kind in WholePart['kind']]: WholeKind<Extract<WholePart, { kind: Kind }>> } = {
  sources: { texts: ({ sources }) => sources.map(({ quote }) => quote) },
}

/** How far somebody has a reply: the text up to a position in the log, and whole parts up to a revision. */
export interface Known {
  at: number
  revision: number
}

/** What a sender knows of a receiver besides: the last whole part that it sent. */
export interface Sent extends Known {
  id: number
}

export const NOTHING: Sent = { at: 0, revision: 0, id: 0 }

/** The fields of a reply that its parts are derived from. */
export interface WithParts {
  content: string
  parts?: ReplyPart[] | undefined
}

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
  return parts.flatMap((part) => (part.kind === wanted ? [part.text] : []))
}

/** Returns the passages that a reply cites so far, by their numbers; null if it was given none. */
export function sourcesOf(
  parts: readonly { kind: ReplyPart['kind'] }[] | null | undefined,
): CitedSource[] | null {
  const cited = parts?.filter(
    (part): part is Extract<ReplyPart, { kind: 'sources' }> => part.kind === 'sources',
  )
  if (!cited || cited.length === 0) return null
  return cited.flatMap(({ sources }) => sources).sort((one, other) => one.n - other.n)
}

/** All texts that are stored with parts: their log, and those of whole parts. */
export function storedTextsOf(parts: readonly ReplyPart[]): string[] {
  return parts.flatMap((part) => (isText(part) ? [part.text] : textsOf(part)))
}

function textsOf(part: WholePart): string[] {
  const { texts }: { texts(part: WholePart): string[] } = wholeKinds[part.kind]
  return texts(part)
}

/** Returns the reply with text added. Nearly all replies consist of text alone, so that case has a fast path. */
export function grow<Whole extends WithParts>(reply: Whole, type: GrowthEvent['type'], text: string): Whole {
  if (!reply.parts && type === 'words') return { ...reply, content: reply.content + text }
  return withParts(reply, appendTo(partsOf(reply), type, text))
}

/**
 * Returns the reply with a whole part in its place, which may be within a text that came without it; the identical
 * reply if that is known, or beyond the log.
 */
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

/** Returns the reply with whole parts of another copy of it, as far as that has them in a later revision. */
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

/** The length of the log of a reply, in UTF-16 units. */
export function logLength({ content, parts }: WithParts): number {
  return parts ? lengthOf(parts) : content.length
}

/** The length of the log of these parts, in UTF-16 units. */
export function lengthOf(parts: readonly ReplyPart[]): number {
  return parts.reduce((length, part) => length + logOf(part).length, 0)
}

/** The revision of these parts: that of the whole part that changed last. */
export function revisionOf(parts: readonly ReplyPart[]): number {
  return parts.reduce((revision, part) => (isText(part) ? revision : Math.max(revision, part.revision)), 0)
}

/** How far these parts go. */
export function knownOf(parts: readonly ReplyPart[]): Known {
  return { at: lengthOf(parts), revision: revisionOf(parts) }
}

/** The text that a part contributes to the log. */
export function logOf(part: ReplyPart): string {
  return isText(part) ? part.text : ''
}

/** Appends text to the last part, or as a new part if the last one is of another kind. */
export function appendTo(parts: readonly ReplyPart[], type: GrowthEvent['type'], text: string): ReplyPart[] {
  const kind = kindOf[type]
  const last = parts.at(-1)
  if (last?.kind !== kind) return [...parts, { kind, text }]
  return [...parts.slice(0, -1), { kind, text: logOf(last) + text }]
}

/**
 * Cuts the parts down to a log of this length, and to this revision. Returns the identical list if they do not go beyond
 * either.
 */
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

/**
 * Returns the text after a position in the log, up to the end of the part that contains it; null if nothing follows.
 */
export function growthAfter(parts: readonly ReplyPart[], at: number): GrowthEvent | null {
  let begin = 0
  for (const part of parts) {
    if (!isText(part)) continue
    const { text } = part
    if (begin + text.length > at) return { type: growthTypes[part.kind], at, text: text.slice(at - begin) }
    begin += text.length
  }
  return null
}

/** What was sent to somebody who has a reply that far. Whole parts at its very end may be sent again. */
export function sentTo(parts: readonly ReplyPart[], { at, revision }: Known): Sent {
  const had = eventsIn(parts).filter((event) => event.at < at)
  return { at, revision, id: had.at(-1)?.id ?? 0 }
}

/**
 * Returns the next event for a receiver: first the changes of whole parts that it has, in the order of revisions, then
 * what follows in the log, each whole part at its place. Null if nothing is missing.
 *
 * Wherever it breaks off, the receiver has every whole part before its place in the log as of its highest revision, so
 * that a place and a revision tell what it lacks.
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

/** Returns what is sent after an event that `nextAfter` returned. */
export function sentWith({ at, revision, id }: Sent, event: PartEvent): Sent {
  if (isGrowth(event)) return { at: placeAfter(event), revision, id }
  return { at, revision: Math.max(revision, event.revision), id: Math.max(id, event.id) }
}

/** Returns the events that a receiver lacks. */
export function* eventsOf(parts: readonly ReplyPart[], sent = NOTHING): Generator<PartEvent> {
  for (let event = nextAfter(parts, sent); event; event = nextAfter(parts, sent)) {
    yield event
    sent = sentWith(sent, event)
  }
}

/** The events that bring the whole parts, in the order of their ids and places. */
function eventsIn(parts: readonly ReplyPart[]): WholeEvent[] {
  let at = 0
  const events: WholeEvent[] = []
  for (const part of parts) {
    if (isText(part)) at += part.text.length
    else events.push(bringing(part, at))
  }
  return events
}

/** The event that brings a whole part. */
export function bringing({ kind, ...rest }: WholePart, at: number): WholeEvent {
  const type: WholeEvent['type'] = kind
  // The compiler does not follow that a kind and its fields go together.
  return { type, at, ...rest } as WholeEvent
}

/** The whole part that an event brings, and its place. */
function placed({ type, at, ...rest }: WholeEvent): { part: WholePart; at: number } {
  const kind: WholePart['kind'] = type
  return { part: { kind, ...rest } as WholePart, at }
}

export function isText(part: ReplyPart): part is TextPart {
  return Object.hasOwn(growthTypes, part.kind)
}

/** Whether the event adds text to a part. */
export function isGrowth(event: { type: string }): event is GrowthEvent {
  return Object.hasOwn(kindOf, event.type)
}

/** Whether the event brings a whole part, of any kind. */
export function isWhole(event: { type: string }): event is WholeEvent {
  return Object.hasOwn(wholeKinds, event.type)
}

/** Whether the event changes parts. */
export function isPart(event: { type: string }): event is PartEvent {
  return isGrowth(event) || isWhole(event)
}

/** The position in the log after the event's text. */
export function placeAfter({ at, text }: GrowthEvent): number {
  return at + text.length
}

const kindOf: { [Type in GrowthEvent['type']]: TextPart['kind'] } = { words: 'text', reasoning: 'reasoning' }
