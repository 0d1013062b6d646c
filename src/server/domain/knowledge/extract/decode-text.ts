/** Such control characters do not occur in text, unlike tabs, line feeds, form feed, carriage return and escape. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const binary = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/

function encodingOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | 'utf-8' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return 'utf-8'
}

/** Trusts a byte order mark, then valid UTF-8, else windows-1252. A `beginning` may end within a character. */
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

export function decodeHtml(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 2_048)).toString('latin1')
  const named = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i.exec(head)?.[1]
  const text = encodingOf(bytes) === 'utf-8' ? decode(bytes, 'utf-8', false) : null
  return text ?? (named ? decode(bytes, named, false) : null) ?? decodeText(bytes) ?? ''
}
