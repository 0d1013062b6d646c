import type { RealmAgent } from '../../../../shared/realms/realms.ts'
import { shortAddress } from '../../../../shared/text/short-address.ts'

/** Somebody who can be addressed: what stands behind the @, and who it is. */
export type Addressable =
  | { kind: 'agent'; name: string; imageUrl: string }
  | { kind: 'person'; name: string; address: string; here: boolean }

/** A mention that is being written. */
export interface MentionQuery {
  /** Where its @ stands, in UTF-16 units. */
  at: number
  /** What stands between it and the caret. */
  query: string
}

/** How many are offered at a time; who is not among them is found by typing on. */
const OFFERED = 8

/** No name is longer, so an @ that stands further back is over. */
const LONGEST = 80

const partOfWord = /[\p{L}\p{N}_]/u

/** The mention in which the caret stands: an @ that no word runs into, in the same line, with no space behind it. */
export function mentionQuery(text: string, caret: number): MentionQuery | undefined {
  const from = Math.max(0, caret - LONGEST - 1)
  const at = text.slice(from, caret).lastIndexOf('@') + from
  if (text[at] !== '@' || at >= caret) return undefined
  const query = text.slice(at + 1, caret)
  if (/^\s|\n/.test(query) || partOfWord.test(text[at - 1] ?? '')) return undefined
  return { at, query }
}

/** Everybody who can be addressed in a realm: its agents, who is here, and who takes part; the reader not. */
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

/** Whose name, or a word of it, begins with what was typed; in their order, the first few. */
export function offered(all: readonly Addressable[], query: string): Addressable[] {
  const wanted = query.toLowerCase()
  const begins = ({ name }: Addressable) => {
    const lower = name.toLowerCase()
    return lower.startsWith(wanted) || lower.split(' ').some((word) => word.startsWith(wanted))
  }
  return all.filter(begins).slice(0, OFFERED)
}

/** The text with the mention written out, and where the caret stands then. */
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
