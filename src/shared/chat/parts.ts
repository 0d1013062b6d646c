import type * as z from 'zod/mini'
import type { ReplyEvent } from './chat.ts'
import type { replyPartSchema } from './message-schemas.ts'
import type { Reply } from './messages.ts'

/**
 * A reply is a list of parts. Behind them stands one log, their texts in order, and a place in it is all that it takes to
 * go on with a reply: for the page that lost its connection, for another server, and for what is stored.
 */

export type ReplyPart = z.infer<typeof replyPartSchema>

/** What a part grows by. */
export type GrowthEvent = Extract<ReplyEvent, { type: 'words' | 'reasoning' }>

/** What of a reply its parts are made from. */
export type WithParts = Pick<Reply, 'content' | 'parts'>

/** The parts of a reply in order; none where nothing came yet. */
export function partsOf({ content, parts }: WithParts): readonly ReplyPart[] {
  return parts ?? (content === '' ? [] : [{ kind: 'text', text: content }])
}

/** The same reply with other parts. */
export function withParts<Whole extends WithParts>(reply: Whole, parts: readonly ReplyPart[]): Whole {
  const { parts: _, ...rest } = reply
  const whole = { ...rest, content: textOf(parts) } as Whole
  return parts.every(({ kind }) => kind === 'text') ? whole : { ...whole, parts: [...parts] }
}

/** What the agent says: all that a prompt, a search, a preview or a count of words knows of a reply. */
export function textOf(parts: readonly ReplyPart[]): string {
  return collect(parts, 'text').join('')
}

/** What the model thought, in one text. */
export function reasoningOf(parts: readonly ReplyPart[]): string {
  return collect(parts, 'reasoning').join('\n\n')
}

/** The texts of all parts of one kind. */
export function collect(parts: readonly ReplyPart[], wanted: ReplyPart['kind']): string[] {
  return parts.flatMap((part) => (part.kind === wanted ? [logOf(part)] : []))
}

/** The same reply, grown. Nearly all replies are text alone, and each word of theirs comes through here. */
export function grow<Whole extends WithParts>(reply: Whole, type: GrowthEvent['type'], text: string): Whole {
  if (!reply.parts && type === 'words') return { ...reply, content: reply.content + text }
  return withParts(reply, appendTo(partsOf(reply), type, text))
}

/** How long the log of a reply is, in UTF-16 units. */
export function logLength({ content, parts }: WithParts): number {
  return parts ? lengthOf(parts) : content.length
}

/** How long the log of these parts is, in UTF-16 units. */
export function lengthOf(parts: readonly ReplyPart[]): number {
  return parts.reduce((length, part) => length + logOf(part).length, 0)
}

/** What a part adds to the log. */
export function logOf(part: ReplyPart): string {
  switch (part.kind) {
    case 'text':
    case 'reasoning':
      return part.text
    default:
      return part satisfies never
  }
}

/** The parts after the last one grew, or after the next one began. */
export function appendTo(parts: readonly ReplyPart[], type: GrowthEvent['type'], text: string): ReplyPart[] {
  const kind = kindOf[type]
  const last = parts.at(-1)
  if (last?.kind !== kind) return [...parts, { kind, text }]
  return [...parts.slice(0, -1), { kind, text: last.text + text }]
}

/** As much of the parts as a log of this length has. */
export function cutAt(parts: readonly ReplyPart[], length: number): ReplyPart[] {
  let left = length
  return parts.flatMap((part): ReplyPart[] => {
    const text = logOf(part).slice(0, Math.max(0, left))
    left -= text.length
    return text === '' ? [] : [{ ...part, text }]
  })
}

/** What follows a place in the log, to the end of the part in which it lies; null where nothing follows. */
export function growthAfter(parts: readonly ReplyPart[], at: number): GrowthEvent | null {
  let begin = 0
  for (const part of parts) {
    const text = logOf(part)
    if (begin + text.length > at) return { type: typeOf(part), at, text: text.slice(at - begin) }
    begin += text.length
  }
  return null
}

/** Whether a part grows by an event. */
export function isGrowth(event: { type: string }): event is GrowthEvent {
  return Object.hasOwn(kindOf, event.type)
}

/** The place in the log after what a part grew by. */
export function placeAfter({ at, text }: GrowthEvent): number {
  return at + text.length
}

const kindOf: Record<GrowthEvent['type'], ReplyPart['kind']> = { words: 'text', reasoning: 'reasoning' }

function typeOf(part: ReplyPart): GrowthEvent['type'] {
  switch (part.kind) {
    case 'text':
      return 'words'
    case 'reasoning':
      return 'reasoning'
    default:
      return part satisfies never
  }
}
