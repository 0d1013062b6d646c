const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const values = new Map([...letters].map((letter, value) => [letter, value]))

/** Decodes canonical base64 (RFC 4648); null if it is none, or if the same bytes have another encoding. */
export function decodeBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0) return null
  const body = text.replace(/={1,2}$/, '')
  const bytes: number[] = []
  let [held, bits] = [0, 0]
  for (const letter of body) {
    const value = values.get(letter)
    if (value === undefined) return null
    held = ((held << 6) | value) & 0xfff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes.push((held >> bits) & 0xff)
  }
  // What is left over are bits of the last letter that no byte has.
  const isWhole = (held & ((1 << bits) - 1)) === 0 && bits < 6
  return isWhole && bytes.length === Math.floor((text.length / 4) * 3) - (text.length - body.length)
    ? Uint8Array.from(bytes)
    : null
}
