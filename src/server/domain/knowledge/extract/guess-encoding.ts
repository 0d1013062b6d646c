import { chardet } from 'jschardet'
import { decodePieces, type Encoding, isPossible } from './decode-pieces.ts'

/** Encodings of texts before UTF-8, by the detector's names, with those of `TextDecoder`. */
const encodings: Record<string, string> = {
  cp932: 'shift_jis',
  'euc-jp': 'euc-jp',
  'iso-2022-jp': 'iso-2022-jp',
  gb18030: 'gb18030',
  big5: 'big5',
  cp949: 'euc-kr',
  'windows-1250': 'windows-1250',
  'windows-1251': 'windows-1251',
  'windows-1252': 'windows-1252',
  'windows-1253': 'windows-1253',
  'windows-1254': 'windows-1254',
  'windows-1255': 'windows-1255',
  'windows-1256': 'windows-1256',
  'windows-1257': 'windows-1257',
  cp1258: 'windows-1258',
  cp874: 'windows-874',
  'koi8-r': 'koi8-r',
  'koi8-u': 'koi8-u',
  ibm866: 'ibm866',
  'iso-8859-2': 'iso-8859-2',
  'iso-8859-5': 'iso-8859-5',
  'iso-8859-7': 'iso-8859-7',
  macroman: 'macintosh',
  maccyrillic: 'x-mac-cyrillic',
}

const WESTERN = 'windows-1252'

/** That much tells an encoding, in a tenth of a second. */
const SAMPLE_BYTES = 64 * 1024

/** Before the first letter beside ASCII. */
const LEAD_BYTES = 1_024

/** Fewer letters beside ASCII belong to any encoding. */
const FEWEST_LETTERS = 4

/** What another encoding must be likelier by than the most usual one, whose accents alone look like many others. */
const LIKELIER = 1.5

/** Characters that were read for each that is damaged, in a text that still is UTF-8. */
const READ_FOR_DAMAGED = 20

/**
 * For a text that is no valid UTF-8 and says nothing of itself: UTF-8 if only little of it is damaged, else the
 * likeliest encoding that gives each of its bytes a meaning.
 */
export function guessEncoding(bytes: Uint8Array): Encoding {
  const damaged = countDamaged(bytes)
  if (damaged !== null)
    return {
      encoding: 'utf-8',
      note: `${damaged === 1 ? 'One character is' : `${damaged.toLocaleString('en-US')} characters are`} damaged and could not be read.`,
    }
  const ranked = rankEncodings(bytes)
  const encoding = ranked.find((name) => isPossible(bytes, name)) ?? WESTERN
  // The most usual one, and the likeliest: nobody needs to look.
  if (encoding === WESTERN && ranked[0] === WESTERN) return { encoding }
  return {
    encoding,
    note: `The file does not say how its letters are stored: they were read as ${encoding}. If words look wrong, save it as UTF-8 and upload it again.`,
  }
}

/** Null if it is no UTF-8, not even with damage. */
function countDamaged(bytes: Uint8Array): number | null {
  let damaged = 0
  let beside = 0
  for (const piece of decodePieces(bytes, 'utf-8'))
    for (let index = 0; index < piece.length; index += 1) {
      const unit = piece.charCodeAt(index)
      if (unit === 0xfffd) damaged += 1
      else if (unit > 0x7f) beside += 1
    }
  return beside < READ_FOR_DAMAGED * damaged ? null : damaged
}

/** It ends behind a byte of ASCII, since half a character at its end would rule out its encoding. */
function sampleOf(bytes: Uint8Array, from: number): Uint8Array {
  const sample = bytes.subarray(from, from + SAMPLE_BYTES)
  if (from + SAMPLE_BYTES >= bytes.length) return sample
  return sample.subarray(0, sample.findLastIndex((byte) => byte < 0x80) + 1 || undefined)
}

/** Those that are worth a try, the likeliest first; none if nothing is likelier than the most usual one, nor that itself. */
function rankEncodings(bytes: Uint8Array): string[] {
  const first = bytes.findIndex((byte) => byte > 0x7f)
  const sample = sampleOf(bytes, Math.max(0, first - LEAD_BYTES))
  let letters = 0
  for (const byte of sample) if (byte > 0x7f) letters += 1
  if (letters < FEWEST_LETTERS) return []
  const found = chardet
    .detectAll(Buffer.from(sample), { includeEncodings: Object.keys(encodings), ignoreThreshold: true })
    .map(({ encoding, confidence }) => ({ name: encodings[encoding?.toLowerCase() ?? ''], confidence }))
  const western = found.find(({ name }) => name === WESTERN)?.confidence ?? 0
  return found.flatMap(({ name, confidence }, index) => {
    const isWorth = name === WESTERN ? index === 0 : confidence >= LIKELIER * western
    return name && isWorth ? [name] : []
  })
}
