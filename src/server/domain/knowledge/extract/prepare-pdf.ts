import { deflateSync, inflateSync } from 'node:zlib'
import { isToTheLeft } from './pdf-order.ts'

/** Followed by UTF-16 in hexadecimal: the library passes on names of marked content, but not a PDF's text for it. */
const mark = 'ActualText.'

/** Of one unpacked content stream; a larger one is not changed. */
const MOST_BYTES = 16 * 1024 * 1024

/** How far before its stream an object's dictionary is looked for. */
const DICTIONARY_BYTES = 4_096

/** `/Span <</ActualText <FEFF0629>>> BDC`. */
const actualText =
  /\/\w{1,40}\s{0,8}<<((?:[^<>()]|<[\da-fA-F\s]*>|\((?:[^()\\]|\\[\s\S])*\))*\/ActualText\s{0,8}(?:<([\da-fA-F\s]*)>|\(((?:[^()\\]|\\[\s\S])*)\))(?:[^<>()]|<[\da-fA-F\s]*>|\((?:[^()\\]|\\[\s\S])*\))*)>>\s{0,8}BDC/g

/** Several letters drawn as one glyph, in a font's table of letters. */
const ligature = /<((?:[\da-fA-F]{4}){2,8})>/g

/** In a plane for private use. */
const FIRST_STAND_IN = 0xf0000
/** A font of Devanagari has some hundred. */
const MOST_STAND_INS = 5_000
const standIn = /[\u{f0000}-\u{ffffd}]/gu

/** The library reads it as meant, but for what has to be translated afterwards. */
interface PreparedPdf {
  bytes: Buffer
  /** By the order of the stand-ins. */
  letters: readonly string[]
}

export function withLetters(text: string, letters: readonly string[]): string {
  return text.replaceAll(standIn, (sign) => letters[(sign.codePointAt(0) ?? 0) - FIRST_STAND_IN] ?? sign)
}

/**
 * Changes what the library would misread, in appended objects, as an editor of PDFs does it:
 * - It passes over the text that a PDF gives for glyphs without a letter (browsers write it for Arabic, Thai and Indic
 * scripts), so the text becomes the name of the marked content.
 * - It would turn a ligature of letters from right to left with its line, so that is turned before.
 * - It would take a glyph of letters with a mark for a mark without width, and its place for a space; so one code point
 * for private use stands for the letters.
 * @returns the same bytes if there is nothing to change
 */
export function preparePdf(bytes: Buffer): PreparedPdf {
  const end = bytes.subarray(-2_048).toString('latin1')
  const previous = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(end)?.[1]
  const rootAt = bytes.lastIndexOf('/Root')
  const root = /^\/Root\s+\d+\s+\d+\s+R/.exec(bytes.toString('latin1', rootAt, rootAt + 40))?.[0]
  if (!previous || !root || bytes.includes('/Encrypt')) return { bytes, letters: [] }
  const changed = new Map<string, Buffer>()
  const letters: string[] = []
  for (const { object, dictionary, data } of streamsOf(bytes)) {
    changed.delete(object)
    const content = unpack(dictionary, data)
    if (content === null) continue
    const rewritten = rewrite(content, letters)
    if (rewritten !== content) changed.set(object, pack(object, dictionary, rewritten))
  }
  return { bytes: changed.size === 0 ? bytes : append(bytes, changed, { root, previous }), letters }
}

interface Stream {
  /** Number and generation: `12 0`. */
  object: string
  dictionary: string
  data: Buffer
}

function* streamsOf(bytes: Buffer): Generator<Stream> {
  for (let at = bytes.indexOf('stream'); at !== -1; at = bytes.indexOf('stream', at)) {
    const head = bytes.toString('latin1', Math.max(0, at - DICTIONARY_BYTES), at)
    const begins = head.lastIndexOf(' obj')
    const object = /(\d{1,9} \d{1,5})$/.exec(head.slice(Math.max(0, begins - 16), begins))?.[1]
    const from = at + 'stream'.length + (bytes[at + 6] === 0x0d ? 2 : 1)
    const to = bytes.indexOf('endstream', from)
    if (to === -1) return
    at = to + 'endstream'.length
    if (begins === -1 || object === undefined) continue
    yield { object, dictionary: head.slice(begins + ' obj'.length), data: bytes.subarray(from, to) }
  }
}

/** Pictures, fonts, and lists of objects. */
const noText = /\/Image\b|\/FontFile|\/Length1\b|\/ObjStm\b|\/XRef\b|\/Metadata\b|\/DecodeParms\b/

function unpack(dictionary: string, data: Buffer): string | null {
  if (noText.test(dictionary)) return null
  if (!dictionary.includes('/Filter')) return data.length > MOST_BYTES ? null : data.toString('latin1')
  if (!/\/Filter\s*(?:\/FlateDecode\b|\[\s*\/FlateDecode\s*\])/.test(dictionary)) return null
  try {
    return inflateSync(data, { maxOutputLength: MOST_BYTES }).toString('latin1')
  } catch {
    return null
  }
}

function pack(object: string, dictionary: string, content: string): Buffer {
  const isPacked = /\/Filter/.test(dictionary)
  const data = isPacked
    ? deflateSync(Buffer.from(content, 'latin1'), { level: 1 })
    : Buffer.from(content, 'latin1')
  const head = dictionary.replace(/\/Length\s+\d+(?:\s+\d+\s+R)?/, `/Length ${data.length}`)
  return Buffer.concat([
    Buffer.from(`${object} obj${head}stream\n`, 'latin1'),
    data,
    Buffer.from('\nendstream\nendobj\n', 'latin1'),
  ])
}

/** @param letters takes what stand-ins stand for */
function rewrite(content: string, letters: string[]): string {
  if (content.includes('/ActualText'))
    return content.replaceAll(
      actualText,
      (_, _properties, hex: string | undefined, literal: string | undefined) =>
        `/${mark}${hexOf(hex === undefined ? unescapeLiteral(literal ?? '') : Buffer.from(hex.replaceAll(/\s/g, ''), 'hex').toString('latin1'))} BMC`,
    )
  if (content.includes('beginbf'))
    return content.replaceAll(ligature, (whole, hex: string) => {
      const text = Buffer.from(hex, 'hex').swap16().toString('utf16le')
      if (isToTheLeft(text)) return `<${utf16([...text].reverse().join(''))}>`
      if (!/\p{M}/u.test(text) || /^\p{M}*$/u.test(text)) return whole
      if (!letters.includes(text)) letters.push(text)
      const sign = FIRST_STAND_IN + letters.indexOf(text)
      return letters.length < MOST_STAND_INS ? `<${utf16(String.fromCodePoint(sign))}>` : whole
    })
  return content
}

const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex')

/** Half a letter at its end, as a damaged file may have it, is left out. */
const fromUtf16 = (bytes: Buffer) =>
  bytes
    .subarray(0, bytes.length - (bytes.length % 2))
    .swap16()
    .toString('utf16le')

/** As UTF-16. */
function hexOf(bytes: string): string {
  const text = bytes.startsWith('\u00fe\u00ff')
    ? fromUtf16(Buffer.from(bytes.slice(2), 'latin1'))
    : bytes.startsWith('\u00ef\u00bb\u00bf')
      ? Buffer.from(bytes.slice(3), 'latin1').toString()
      : bytes
  return Buffer.from(text, 'utf16le').toString('hex')
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

function unescapeLiteral(text: string): string {
  return text.replaceAll(/\\(?:([0-7]{1,3})|(\r\n?|\n)|([\s\S]))/g, (_, octal, line, sign) =>
    octal ? String.fromCharCode(Number.parseInt(octal, 8) & 255) : line ? '' : (escapes[sign] ?? sign),
  )
}

/** Null if it is other marked content. */
export function actualTextOf(tag: string | null): string | null {
  return tag?.startsWith(mark) ? Buffer.from(tag.slice(mark.length), 'hex').toString('utf16le') : null
}

function append(
  bytes: Buffer,
  changed: ReadonlyMap<string, Buffer>,
  { root, previous }: { root: string; previous: string },
): Buffer {
  const parts: Buffer[] = [bytes, Buffer.from('\n')]
  let offset = bytes.length + 1
  let list = ''
  let most = 0
  for (const [object, content] of changed) {
    const [number = '', generation = ''] = object.split(' ')
    list += `${number} 1\n${String(offset).padStart(10, '0')} ${generation.padStart(5, '0')} n \n`
    most = Math.max(most, Number(number))
    parts.push(content)
    offset += content.length
  }
  parts.push(
    Buffer.from(
      `xref\n${list}trailer\n<< /Size ${most + 1} ${root} /Prev ${previous} >>\nstartxref\n${offset}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}
