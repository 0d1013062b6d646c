/** A web address in a text. */
export interface FoundLink {
  /** Where it stands, in UTF-16 units. */
  at: number
  length: number
  /** Whole, and of https or http. */
  href: string
}

const candidate = /(?<![\p{L}\p{N}_])https?:\/\/[^\s<>"`]+/giu

/** What ends a sentence and not an address. */
const trailing = /[.,;:!?'’”»…*_~]/
const closing = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
])

/** The addresses in plain words, without the punctuation of the sentence around them. */
export function findLinks(text: string): FoundLink[] {
  const links: FoundLink[] = []
  for (const match of text.matchAll(candidate)) {
    const found = withoutSentence(match[0])
    const parsed = URL.parse(found)
    if (!parsed || (parsed.protocol !== 'https:' && parsed.protocol !== 'http:')) continue
    links.push({ at: match.index, length: found.length, href: parsed.href })
  }
  return links
}

/** A bracket belongs to an address only where it was opened in it, as in https://x.example/wiki/Ovid_(poet). */
function withoutSentence(address: string): string {
  const counts = new Map<string, number>()
  for (const char of address) counts.set(char, (counts.get(char) ?? 0) + 1)
  let end = address.length
  for (; ; end--) {
    const last = address[end - 1] ?? ''
    const closed = counts.get(last) ?? 0
    const opening = closing.get(last)
    if (opening !== undefined && closed > (counts.get(opening) ?? 0)) counts.set(last, closed - 1)
    else if (!trailing.test(last)) return address.slice(0, end)
  }
}
