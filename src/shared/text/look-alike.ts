import { confusables } from './confusables.ts'

/**
 * What names look like, so that one that is taken for another is found by its equal. Unicode's skeletons (Technical
 * Standard 39) tell apart what differs in case, accents, spaces and digits; to a reader of a list these are the same name,
 * so more falls away here. The server's concern: no page loads the table.
 */

const likeness = new Map(
  confusables.split(/\s+/).flatMap((group) => {
    const [like = '', letters = ''] = group.split('=')
    return [...letters].map((letter) => [letter, like] as const)
  }),
)

/**
 * Letters that no reader tells apart from a Latin one, in whatever word. Of most others in the table this is not so: who writes
 * Mongolian or Greek has different words with о and ө, with ο and σ.
 */
const indistinguishable = new Set('аеорсхуіјѕһԁԛԝӏαορνιυɡıո')

/** The small Latin letter that a letter of another alphabet can't be told from; the letter itself if there is none. */
export function latinLike(letter: string): string {
  if (!indistinguishable.has(letter)) return letter
  // Unicode takes the small palochka for an i, but fonts draw it as an l.
  return letter === 'ӏ' ? 'l' : (likeness.get(letter) ?? letter)
}

/** Small capitals, which Unicode takes for letters of their own; many letters of Greek and Cyrillic look like one. */
const small = new Map(
  Object.entries({
    ...{ a: 'ᴀ', b: 'ʙ', c: 'ᴄ', d: 'ᴅ', e: 'ᴇꞓɛ', f: 'ꜰ', g: 'ɢ', h: 'ʜ', j: 'ᴊ', k: 'ᴋĸ', m: 'ᴍʍ', n: 'ɴ' },
    // What a lower-case i looks like is a matter of the font: I, l, 1 and | are one letter, and so are all that are like them.
    ...{
      l: 'ʟłɪi|',
      o: 'ᴏ',
      p: 'ᴘ',
      q: 'ꞯ',
      r: 'ʀ',
      s: 'ꜱ',
      t: 'ᴛ',
      u: 'ᴜʊ',
      v: 'ᴠ',
      w: 'ᴡ',
      y: 'ʏ',
      z: 'ᴢ',
    },
  }).flatMap(([letter, like]) => [...like].map((one) => [one, letter] as const)),
)

const signs: Record<string, string> = { '@': 'a', $: 's', '!': 'l', '|': 'l' }
const digits: Record<string, string> = { 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b' }

const WORDS = /[\p{L}\p{N}\p{M}@$!|]+/gu

/** The one look of a text; empty for an empty text alone. */
export function lookOf(text: string): string {
  return lookBy(text, (run) => [...run].map((digit) => digits[digit] ?? '').join(''))
}

/**
 * All looks of a text: digits at the ends of its words are read as letters (`Danie1`) and left out (`Daniel1`). Two names
 * look alike if they share one.
 */
export function looksOf(text: string): string[] {
  return [...new Set([lookOf(text), lookBy(text, () => '')])]
}

function lookBy(text: string, ofEnd: (run: string) => string): string {
  // What can't be seen falls away, and so do accents and the points of Hebrew and Arabic, which most texts are without. The
  // two marks of Japanese make other letters, and those of Indic scripts are vowels.
  const plain = text
    .normalize('NFKD')
    .replace(
      /\p{Default_Ignorable_Code_Point}|(?![\u3099\u309a])[\p{M}&&[\p{sc=Zinh}\p{sc=Hebr}\p{sc=Arab}]]/gv,
      '',
    )
  const words = (plain.match(WORDS) ?? []).map((word) => wordLook(word, ofEnd))
  const look = words.join('').replaceAll('rn', 'm').replaceAll('vv', 'w')
  return look || plain.toLowerCase().replace(/\s+/gu, '')
}

function wordLook(word: string, ofEnd: (run: string) => string): string {
  if (!/\p{L}/u.test(word)) return ''
  const read = word
    .replace(/(?<=\p{L})[@$!](?=\p{L})|(?<=^|\p{L})\|(?=\p{L})/gu, (sign) => signs[sign] ?? '')
    .replace(/[@$!|]/g, '')
    .replace(/(?<=\p{L})\p{Nd}+(?=\p{L})/gu, (run) => [...run].map((digit) => digits[digit] ?? '').join(''))
    .replace(/^[0-9]+|[0-9]+$/g, ofEnd)
  // Capitals are read first, because ΜΕΤΑ looks like META and μετα like nothing. A word that is not wholly made of Latin
  // look-alikes is read in lower case, so that it has one look however it is written.
  const asWritten = fold(read)
  return /^[a-z]*$/.test(asWritten) ? asWritten : fold(read.toLowerCase())
}

function fold(word: string): string {
  const once = [...word].map((letter) => likeness.get(letter) ?? letter).join('')
  const twice = [...once.toLowerCase()].map((letter) => likeness.get(letter) ?? letter).join('')
  return [...twice.toLowerCase()].map((letter) => small.get(letter) ?? letter).join('')
}
