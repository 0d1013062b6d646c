const PIECE_BYTES = 256 * 1024

export interface Encoding {
  /** A name that `TextDecoder` knows. */
  encoding: string
  /** A sentence for whoever uploaded it, where the encoding was guessed or characters are damaged. */
  note?: string
}

/** Decodes piece by piece, since of a text as large as a file may be not even one whole string fits beside its bytes. */
export function* decodePieces(bytes: Uint8Array, encoding: string, fatal = false): Generator<string> {
  const decoder = new TextDecoder(encoding, { fatal })
  for (let at = 0; at < bytes.length; at += PIECE_BYTES)
    yield decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: at + PIECE_BYTES < bytes.length })
}

/** Whether the encoding is a known one, in which all bytes have a meaning. */
export function isPossible(bytes: Uint8Array, encoding: string): boolean {
  try {
    for (const _ of decodePieces(bytes, encoding, true));
    return true
  } catch {
    return false
  }
}
