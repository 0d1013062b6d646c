import * as fc from 'fast-check'
import type { ReplyEvent } from '../src/shared/chat/chat.ts'
import {
  appendTo,
  cutAt,
  growthAfter,
  lengthOf,
  placeAfter,
  type ReplyPart,
} from '../src/shared/chat/parts.ts'
import { anyCharacter } from './any-character.ts'

const text = fc.string({ unit: anyCharacter, minLength: 1, maxLength: 20 })

/** The parts of a reply, of every kind and in any order; emoji, joined characters and halves of them included. */
export const mixedParts: fc.Arbitrary<ReplyPart[]> = fc
  .array(fc.tuple(fc.constantFrom('words' as const, 'reasoning' as const), text), {
    minLength: 1,
    maxLength: 6,
  })
  .map((grown) => grown.reduce<ReplyPart[]>((parts, [type, more]) => appendTo(parts, type, more), []))

/** What the parts grow by from a place of their log on to another, cut at these places. */
export function growthOf(
  parts: readonly ReplyPart[],
  {
    from = 0,
    to = lengthOf(parts),
    cuts = [],
  }: { from?: number; to?: number; cuts?: readonly number[] } = {},
): ReplyEvent[] {
  const places = [...new Set([...cuts.filter((cut) => cut > from && cut < to), to])].sort((a, b) => a - b)
  const events: ReplyEvent[] = []
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
