import type { RealmAgent } from '../../../../shared/realms/realms.ts'
import { shortAddress } from '../../../../shared/text/short-address.ts'
import { IN_WORD } from '../../../../shared/text/unspaced.ts'

/** `name` is the text after the @. */
export type Addressable =
  | { kind: 'agent'; name: string; imageUrl: string }
  | { kind: 'person'; name: string; address: string; here: boolean }

interface MentionQuery {
  /** The position of its @, in UTF-16 units. */
  at: number
  query: string
}

/** Others are found by typing more. */
const OFFERED = 8

/** The maximum length of a name in characters; an @ further back does not count. */
const LONGEST = 80

const partOfWord = new RegExp(IN_WORD, 'u')

/** The mention at the caret: an @ on the same line, not directly after a word, and not followed by a space. */
export function mentionQuery(text: string, caret: number): MentionQuery | undefined {
  const from = Math.max(0, caret - LONGEST - 1)
  const at = text.slice(from, caret).lastIndexOf('@') + from
  if (text[at] !== '@' || at >= caret) return undefined
  const query = text.slice(at + 1, caret)
  if (/^\s|\n/.test(query) || partOfWord.test(text[at - 1] ?? '')) return undefined
  return { at, query }
}

/** The agents, the people present and the participants, without the viewer. */
export function addressablesOf(options: {
  agents: readonly Pick<RealmAgent, 'name' | 'imageUrl'>[]
  here: readonly string[]
  participants: readonly string[]
  self: string | undefined
}): Addressable[] {
  const here = new Set(options.here)
  const people = [...new Set([...options.here, ...options.participants])]
  return [
    ...options.agents.map(({ name, imageUrl }) => ({ kind: 'agent' as const, name, imageUrl })),
    ...people
      .filter((address) => address !== options.self)
      .map((address) => ({
        kind: 'person' as const,
        name: shortAddress(address),
        address,
        here: here.has(address),
      })),
  ]
}

/** The first few whose name, or a word of it, begins with the query, in their order. */
export function offered(all: readonly Addressable[], query: string): Addressable[] {
  const wanted = query.toLowerCase()
  const begins = ({ name }: Addressable) => {
    const lower = name.toLowerCase()
    return lower.startsWith(wanted) || lower.split(' ').some((word) => word.startsWith(wanted))
  }
  return all.filter(begins).slice(0, OFFERED)
}

/** Returns the new text and the position of the caret. */
export function writeMention(
  text: string,
  { at, caret, name }: { at: number; caret: number; name: string },
): { text: string; caret: number } {
  const before = text.slice(0, at)
  const after = text.slice(caret)
  const gap = before !== '' && !/\s$/.test(before) ? ' ' : ''
  const written = `${before}${gap}@${name}`
  return { text: `${written} ${after.replace(/^ /, '')}`, caret: written.length + 1 }
}
