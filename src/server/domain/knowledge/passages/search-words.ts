/** Without spaces between words or, like Korean, with endings that no stemmer here removes. */
const spaceless =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー々'

const word = /[\p{L}\p{N}\p{M}]+/gu
const run = new RegExp(`[${spaceless}]+\\p{M}*|[^${spaceless}]+`, 'gu')
const isSpaceless = new RegExp(`^[${spaceless}]`, 'u')

/** The database accepts no lexeme above 2 KB. */
const LONGEST_WORD = 60

/** In scripts without spaces, each two characters are a word. Both databases split this alike in any locale. */
export function searchWords(text: string): string {
  const words: string[] = []
  for (const [found] of text.normalize('NFKC').toLowerCase().matchAll(word))
    for (const [part] of found.matchAll(run)) {
      if (isSpaceless.test(part)) words.push(...bigrams(part))
      else words.push(part.slice(0, LONGEST_WORD).toWellFormed())
    }
  return words.join(' ')
}

/** A section's first passage begins with its heading, whose words would count twice. */
export function passageWords({ heading, text }: { heading: string | null; text: string }): string {
  return searchWords(heading === null || text.includes(heading) ? text : `${heading} ${text}`)
}

/** With its range in a text, in UTF-16 units. */
interface PlacedWord {
  word: string
  from: number
  to: number
}

/** As `searchWords` divides the text. */
export function placeWords(text: string): PlacedWord[] {
  const placed: PlacedWord[] = []
  const place = (part: string, from: number) => {
    const found = searchWords(part)
    if (found !== '') placed.push({ word: found, from, to: from + part.length })
  }
  for (const { 0: found, index } of text.matchAll(word))
    for (const { 0: part, index: within } of found.matchAll(run)) {
      if (!isSpaceless.test(part)) {
        place(part, index + within)
        continue
      }
      let from = index + within
      for (const pair of bigrams(part)) {
        place(pair, from)
        from += String.fromCodePoint(pair.codePointAt(0) ?? 0).length
      }
    }
  return placed
}

function bigrams(text: string): string[] {
  const characters = [...text]
  if (characters.length === 1) return characters
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}
