/**
 * Control characters that do not occur in text; a file that contains one is not a text file. Tab, line feed, vertical
 * tab, form feed, carriage return and escape are allowed.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const binary = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/

/** The encoding of a file's text, by its byte order mark. */
function encodingOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | 'utf-8' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return 'utf-8'
}

/**
 * Decodes a file's text, without its byte order mark: as UTF-16 if a byte order mark says so, as UTF-8 if it is valid,
 * else as windows-1252. Null if it is not text.
 * @param extent whether the bytes are the whole file, or its beginning, which may end within a character
 */
export function decodeText(bytes: Uint8Array, extent: 'whole' | 'beginning' = 'whole'): string | null {
  const encoding = encodingOf(bytes)
  const text =
    decode(bytes, encoding, extent === 'beginning') ??
    decode(bytes, 'windows-1252', extent === 'beginning') ??
    ''
  return binary.test(text) ? null : text
}

function decode(bytes: Uint8Array, encoding: string, isBeginning: boolean): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: isBeginning })
  } catch {
    return null
  }
}

/** Decodes HTML, which may declare its encoding in its head. */
export function decodeHtml(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 2_048)).toString('latin1')
  const named = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i.exec(head)?.[1]
  const text = encodingOf(bytes) === 'utf-8' ? decode(bytes, 'utf-8', false) : null
  return text ?? (named ? decode(bytes, named, false) : null) ?? decodeText(bytes) ?? ''
}
