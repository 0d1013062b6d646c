import * as fc from 'fast-check'
import type { ReplyEvent } from '../src/shared/chat/chat.ts'
import { citedIn, onlyCited } from '../src/shared/chat/cited-sources.ts'
import { foldReply, newReply } from '../src/shared/chat/messages.ts'
import type { PartEvent, ReplyPart } from '../src/shared/chat/part-kinds.ts'
import {
  cutAt,
  eventsOf,
  isGrowth,
  lengthOf,
  partsOf,
  sentTo,
  sourcesOf,
  textOf,
} from '../src/shared/chat/parts.ts'
import type { CitedSource } from '../src/shared/knowledge/cited-source.ts'
import { anyCharacter } from './any-character.ts'

const text = fc.oneof(
  fc.string({ unit: anyCharacter, minLength: 1, maxLength: 20 }),
  fc.constantFrom('[1]', ' [2, 3]', '[', '9]'),
)

/** A passage as a reply cites it, under this number. */
export const citedAs = (n: number, more: Partial<CitedSource> = {}): CitedSource => ({
  n,
  sourceId: '5b0f6d52-8c0a-4a0e-9a39-4f0f4c1d2e3f',
  version: 1,
  name: 'Lamps.pdf',
  page: 2,
  lastPage: null,
  heading: null,
  number: n,
  quote: `Passage ${n} 💡`,
  key: 'key',
  ...more,
})

const growth = fc.record({ type: fc.constantFrom('words' as const, 'reasoning' as const), text })

/** What happens to a reply: it grows, a whole part begins, or one of them changes. */
const change = fc.oneof(
  { arbitrary: growth, weight: 4 },
  { arbitrary: fc.constant('begins' as const), weight: 1 },
  { arbitrary: fc.nat({ max: 9 }), weight: 2 },
)

/** The parts of a reply after these events. */
export const foldParts = (events: readonly ReplyEvent[], parts: readonly ReplyPart[] = []) => {
  const empty = newReply({ id: 'a', parentId: null, number: 1, createdAt: 'then' })
  const before = { ...empty, content: textOf(parts), ...(parts.length > 0 && { parts: [...parts] }) }
  return partsOf(events.reduce((reply, event) => foldReply(reply, event, 'now'), before))
}

/** The events of a reply as its server receives them, with whole parts that begin and change among its texts. */
export const histories: fc.Arbitrary<PartEvent[]> = fc
  .tuple(growth, fc.array(change, { maxLength: 12 }))
  .map(([first, changes]) => {
    const events: PartEvent[] = []
    const wholes: Extract<PartEvent, { type: 'sources' }>[] = []
    let at = 0
    let revision = 0
    for (const change of [first, ...changes])
      if (change === 'begins') {
        revision++
        wholes.push({ type: 'sources', id: wholes.length + 1, at, revision, sources: [] })
        events.push(...wholes.slice(-1))
      } else if (typeof change === 'number') {
        const before = wholes[change % wholes.length]
        if (!before) continue
        revision++
        const changed = { ...before, revision, sources: [...before.sources, citedAs(revision)] }
        wholes[before.id - 1] = changed
        events.push(changed)
      } else {
        events.push({ ...change, at })
        at += change.text.length
      }
    return events
  })

/** The parts of a reply, of every kind and in any order; emoji, joined characters and halves of them included. */
export const mixedParts: fc.Arbitrary<ReplyPart[]> = histories.map((events) => {
  const parts = foldParts(events)
  return onlyCited(parts, citedIn(textOf(parts), sourcesOf(parts) ?? []))
})

/** What the parts are told by from a place of their log on to another, cut at these places, all whole parts included. */
export function growthOf(
  parts: readonly ReplyPart[],
  {
    from = 0,
    to = lengthOf(parts),
    cuts = [],
  }: { from?: number; to?: number; cuts?: readonly number[] } = {},
): PartEvent[] {
  const known = cutAt(parts, to)
  const places = cuts.toSorted((one, other) => one - other)
  return [...eventsOf(known, sentTo(known, { at: from, revision: 0 }))].flatMap((event): PartEvent[] => {
    if (!isGrowth(event)) return [event]
    const { at, text } = event
    const within = [...new Set(places)].filter((cut) => cut > at && cut < at + text.length)
    return [at, ...within].map((begin, index) => ({
      ...event,
      at: begin,
      text: text.slice(begin - at, (within[index] ?? at + text.length) - at),
    }))
  })
}
