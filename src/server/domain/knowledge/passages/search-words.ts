/** Without spaces between words or, like Korean, with endings that no stemmer here removes. */
const spaceless =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー々'

/** They stand within words, where a line may be broken or not, and are none of their letters. */
const unseen = '\u00ad\u200b\u2060\ufeff'
const anyUnseen = new RegExp(`[${unseen}]`, 'g')

const word = new RegExp(`[\\p{L}\\p{N}\\p{M}${unseen}]+`, 'gu')
const run = new RegExp(`[${spaceless}]+\\p{M}*|[^${spaceless}]+`, 'gu')
const isSpaceless = new RegExp(`^[${spaceless}]`, 'u')

/** The database accepts no lexeme above 2 KB. */
const LONGEST_WORD = 60

/** Where I is the capital of ı, and İ of i. */
const turkic: ReadonlySet<string | null> = new Set(['tr', 'az'])

/**
 * In scripts without spaces, each two characters are a word. Both databases split this alike in any locale.
 * @param language of the text, as far as it is known
 */
export function searchWords(text: string, language: string | null = null): string {
  const words: string[] = []
  const plain = text.replace(anyUnseen, '').normalize('NFKC')
  const lower = turkic.has(language) ? plain.toLocaleLowerCase('tr') : plain.toLowerCase()
  for (const [found] of lower.matchAll(word))
    for (const [part] of found.matchAll(run)) {
      if (isSpaceless.test(part)) words.push(...bigrams(part))
      else words.push(part.slice(0, LONGEST_WORD).toWellFormed())
    }
  return words.join(' ')
}

/** Letters of their own, which many type as others. */
const typedAs: Readonly<Record<string, string>> = {
  ß: 'ss',
  œ: 'oe',
  æ: 'ae',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
}

/** Letters with accents as they are typed without them. Marks of other scripts make other letters. */
const accented = /([\p{Script=Latin}\p{Script=Greek}])\p{Mn}+/gu
const withoutAccents = (text: string) =>
  text
    .normalize('NFD')
    .replace(accented, '$1')
    .normalize('NFC')
    .replace(/[ßœæøłđı]/g, (letter) => typedAs[letter] ?? letter)

/** What the stemmer of a language makes of accents by itself: in it the other form would count twice. */
const stemmed: Readonly<Record<string, (word: string) => string>> = {
  de: withoutAccents,
  el: withoutAccents,
  es: (text) => text.normalize('NFD').replaceAll('\u0301', '').normalize('NFC'),
}

/** Each word, and behind one with accents the same as it is typed without them: both are in the index. */
export function withPlainForms(words: string, language: string | null = null): string {
  return words
    .split(' ')
    .flatMap((one) => {
      const plain = withoutAccents(one)
      return plain === (stemmed[language ?? '']?.(one) ?? one) ? [one] : [one, plain]
    })
    .join(' ')
}

interface Passage {
  heading: string | null
  text: string
}

/** A section's first passage begins with its heading, whose words would count twice. */
export function passageWords({ heading, text }: Passage, language: string | null = null): string {
  const whole = heading === null || text.includes(heading) ? text : `${heading} ${text}`
  return withPlainForms(searchWords(whole, language), language)
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
