import { decodePieces, type Encoding, isPossible } from './decode-pieces.ts'

/** Such control characters do not occur in text, unlike tabs, line feeds, form feed, carriage return and escape. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const binary = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/

/** What the bytes themselves name: a byte order mark, or the sign by which ISO-2022-JP turns to its letters. */
function markedEncoding(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const searched = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  return searched.includes('\u001b$B') || searched.includes('\u001b$@') ? 'iso-2022-jp' : undefined
}

/**
 * Whether a file, or its beginning, is a text, and roughly which: letters beside ASCII may be wrong in it. A beginning
 * may end within a character. Null if it is no text.
 */
export function decodeRoughly(bytes: Uint8Array): string | null {
  const decode = (encoding: string) => {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true })
    } catch {
      return null
    }
  }
  const text = decode(markedEncoding(bytes) ?? 'utf-8') ?? decode('windows-1252') ?? ''
  return binary.test(text) ? null : text
}

/** Trusts what the bytes name, then valid UTF-8, then what is said of the text. */
function knownEncoding(bytes: Uint8Array, said = ''): string | undefined {
  // To UTF-8, UTF-16 of ASCII is valid.
  const first = markedEncoding(bytes) ?? (/^utf-?16/i.test(said) ? said : 'utf-8')
  return [first, 'utf-8', said].find((encoding) => isPossible(bytes, encoding))
}

/**
 * @param said the name of an encoding that a header or the text itself names
 * @returns null if it is no text
 */
export async function findEncoding(bytes: Uint8Array, said?: string): Promise<Encoding | null> {
  const known = knownEncoding(bytes, said)
  // The guesser's tables are a megabyte, which texts of today do not need.
  const found = known ? { encoding: known } : (await import('./guess-encoding.ts')).guessEncoding(bytes)
  for (const piece of decodePieces(bytes, found.encoding)) if (binary.test(piece)) return null
  return found
}

/** @param said see `findEncoding` @returns null if its encoding can only be guessed */
export function decodeKnown(bytes: Uint8Array, said?: string): string | null {
  const encoding = knownEncoding(bytes, said)
  return encoding === undefined ? null : new TextDecoder(encoding).decode(bytes)
}

/** @param said see `findEncoding` @returns null if it is no text */
export async function decodeText(bytes: Uint8Array, said?: string): Promise<string | null> {
  const found = await findEncoding(bytes, said)
  return found && new TextDecoder(found.encoding).decode(bytes)
}

const declarations = [
  /^\s*<\?xml[^>]{0,200}?\bencoding\s*=\s*["']([\w.:-]{1,40})["']/i,
  /<meta[^>]+charset\s*=\s*["']?\s*([\w.:-]{1,40})/i,
]

/** In which no page could be found to say so. */
const utf16 = /^(?:utf-?16|(?:cs)?unicode|(?:iso-10646-)?ucs-2)/i

/** What a page says of itself counts after what its header says. */
export async function findHtmlEncoding(bytes: Uint8Array, said?: string): Promise<Encoding | null> {
  const head = Buffer.from(bytes.subarray(0, 2_048)).toString('latin1')
  const named = declarations
    .flatMap((declaration) => declaration.exec(head)?.[1] ?? [])
    .filter((name) => !utf16.test(name))
  return findEncoding(
    bytes,
    [said ?? '', ...named].find((name) => isPossible(bytes, name)),
  )
}

/** @param said see `findHtmlEncoding` */
export async function decodeHtml(bytes: Uint8Array, said?: string): Promise<string> {
  const found = await findHtmlEncoding(bytes, said)
  return found ? new TextDecoder(found.encoding).decode(bytes) : ''
}
