import { findMentions } from '../../../../shared/realms/mentions.ts'
import type { RealmAgent } from '../../../../shared/realms/realms.ts'
import { shortAddress } from '../../../../shared/text/short-address.ts'
import { IN_WORD } from '../../../../shared/text/unspaced.ts'

/** The pieces joined are the words of the message. */
export type Span =
  | { kind: 'words'; text: string }
  | { kind: 'agent'; text: string }
  /** A wallet mentioned by its short form, and whether it is the viewer's. */
  | { kind: 'person'; text: string; self: boolean }

/** The short form of an address (section 2) after an @ that does not follow a word. */
const shortForm = new RegExp(
  `(?<!${IN_WORD})@([1-9A-HJ-NP-Za-km-z]{4}\\.\\.[1-9A-HJ-NP-Za-km-z]{4})(?!${IN_WORD})`,
  'gu',
)

export function spansOf(
  text: string,
  agents: readonly Pick<RealmAgent, 'name'>[],
  self: string | undefined,
): Span[] {
  const own = self === undefined ? undefined : shortAddress(self)
  const marks: { at: number; length: number; make: (text: string) => Span }[] = [
    ...findMentions(text, agents).map(({ at, length }) => ({
      at,
      length,
      make: (text: string): Span => ({ kind: 'agent', text }),
    })),
    ...[...text.matchAll(shortForm)].map((match) => ({
      at: match.index,
      length: match[0].length,
      make: (text: string): Span => ({ kind: 'person', text, self: match[1] === own }),
    })),
  ]
  const spans: Span[] = []
  let end = 0
  // Of two marks at the same position the first in the list counts.
  for (const { at, length, make } of marks.toSorted((one, other) => one.at - other.at)) {
    if (at < end) continue
    if (at > end) spans.push({ kind: 'words', text: text.slice(end, at) })
    end = at + length
    spans.push(make(text.slice(at, end)))
  }
  if (end < text.length) spans.push({ kind: 'words', text: text.slice(end) })
  return spans
}

export function addresses(text: string, wallet: string | undefined): boolean {
  if (wallet === undefined) return false
  const short = shortAddress(wallet)
  return [...text.matchAll(shortForm)].some((match) => match[1] === short)
}
