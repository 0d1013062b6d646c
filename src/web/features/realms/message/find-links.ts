/** A web address in a text. */
export interface FoundLink {
  /** Its position, in UTF-16 units. */
  at: number
  length: number
  /** An absolute URL with https or http. */
  href: string
}

const candidate = /(?<![\p{L}\p{N}_])https?:\/\/[^\s<>"`]+/giu

/** Punctuation that ends a sentence, not an address. */
const trailing = /[.,;:!?'’”»…*_~]/
const closing = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
])

/** The addresses in a plain text, without the punctuation of the surrounding sentence. */
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

/**
 * Removes trailing punctuation. A bracket belongs to an address only if it was opened in it, as in
 * https://x.example/wiki/Ovid_(poet).
 */
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
