import { IN_WORD } from '../text/unspaced.ts'

interface Mention<Named> {
  who: Named
  /** Of the `@`, in UTF-16 units. */
  at: number
  length: number
}

const partOfWord = new RegExp(IN_WORD, 'u')

/**
 * An `@` follows no word character and a name precedes none, in any case; letters of scripts without spaces may stand on
 * both sides. The longest name wins, then the first.
 */
export function findMentions<Named extends { name: string }>(
  text: string,
  named: readonly Named[],
): Mention<Named>[] {
  const longestFirst = byLength(named)
  const found: Mention<Named>[] = []
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    if (at > 0 && partOfWord.test(charBefore(text, at))) continue
    const who = longestFirst.find(({ lower }) => isNamed(text, at + 1, lower))?.who
    if (who) found.push({ who, at, length: 1 + who.name.length })
  }
  return found
}

/** Finds names without an `@` by the same rules; each once, in the order of the text. */
export function findNamed<Named extends { name: string }>(text: string, named: readonly Named[]): Named[] {
  const longestFirst = byLength(named)
  const found = new Set<Named>()
  for (let at = 0; at < text.length; at++) {
    if (at > 0 && partOfWord.test(charBefore(text, at))) continue
    const who = longestFirst.find(({ lower }) => isNamed(text, at, lower))?.who
    if (!who) continue
    found.add(who)
    at += who.name.length - 1
  }
  return [...found]
}

/** Makes the lower-case names once for all comparisons. */
function byLength<Named extends { name: string }>(named: readonly Named[]) {
  return named
    .toSorted((one, other) => other.name.length - one.name.length)
    .map((who) => ({ who, lower: { name: who.name.toLowerCase(), length: who.name.length } }))
}

function isNamed(text: string, from: number, { name, length }: { name: string; length: number }): boolean {
  const to = from + length
  if (name === '' || text.slice(from, to).toLowerCase() !== name) return false
  const next = text.codePointAt(to)
  return next === undefined || !partOfWord.test(String.fromCodePoint(next))
}

function charBefore(text: string, at: number): string {
  const low = text.charCodeAt(at - 1)
  const isPair = at > 1 && low >= 0xdc00 && low <= 0xdfff
  return text.slice(isPair ? at - 2 : at - 1, at)
}
