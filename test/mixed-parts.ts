import * as fc from 'fast-check'
import type { ReplyEvent } from '../src/shared/chat/chat.ts'
import { citedIn } from '../src/shared/chat/cited-sources.ts'
import {
  appendTo,
  cutAt,
  growthAfter,
  lengthOf,
  placeAfter,
  type ReplyPart,
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

/** The passages that a reply may cite; null for one that was given none. */
const given = fc.constantFrom(
  null,
  [1, 2, 3, 4].map((n) => citedAs(n)),
)

const grownParts: fc.Arbitrary<ReplyPart[]> = fc
  .array(fc.tuple(fc.constantFrom('words' as const, 'reasoning' as const), text), {
    minLength: 1,
    maxLength: 6,
  })
  .map((grown) => grown.reduce<ReplyPart[]>((parts, [type, more]) => appendTo(parts, type, more), []))

/** The parts of a reply, of every kind and in any order; emoji, joined characters and halves of them included. */
export const mixedParts: fc.Arbitrary<ReplyPart[]> = fc
  .tuple(given, grownParts)
  .map(([given, grown]) =>
    given ? [{ kind: 'sources', sources: citedIn(textOf(grown), given) }, ...grown] : grown,
  )

/** Their sources, then what the parts grow by from a place of their log on to another, cut at these places. */
export function growthOf(
  parts: readonly ReplyPart[],
  {
    from = 0,
    to = lengthOf(parts),
    cuts = [],
  }: { from?: number; to?: number; cuts?: readonly number[] } = {},
): ReplyEvent[] {
  const places = [...new Set([...cuts.filter((cut) => cut > from && cut < to), to])].sort((a, b) => a - b)
  const cited = sourcesOf(parts)
  const events: ReplyEvent[] = cited ? [{ type: 'sources', sources: [...cited] }] : []
  let at = from
  for (const place of places) {
    const known = cutAt(parts, place)
    for (let next = growthAfter(known, at); next; next = growthAfter(known, at)) {
      events.push(next)
      at = placeAfter(next)
    }
  }
  return events
}
