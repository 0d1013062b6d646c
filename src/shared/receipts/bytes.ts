/** Bytes of texts, and base64 as RFC 4648 has it: by hand, since neither pages nor servers have what the other one has. */

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** UTF-8; half of a pair of surrogates becomes U+FFFD, as in every encoder of the platform. */
export function utf8(text: string): Uint8Array {
  const whole = text.toWellFormed()
  const bytes = new Uint8Array(whole.length * 3)
  let length = 0
  for (let at = 0; at < whole.length; at++) {
    const code = whole.codePointAt(at) ?? 0
    if (code > 0xffff) at++
    if (code < 0x80) bytes[length++] = code
    else {
      if (code < 0x800) bytes[length++] = 0xc0 | (code >> 6)
      else {
        if (code < 0x10000) bytes[length++] = 0xe0 | (code >> 12)
        else {
          bytes[length++] = 0xf0 | (code >> 18)
          bytes[length++] = 0x80 | ((code >> 12) & 63)
        }
        bytes[length++] = 0x80 | ((code >> 6) & 63)
      }
      bytes[length++] = 0x80 | (code & 63)
    }
  }
  return bytes.slice(0, length)
}

export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const three = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
    for (let letter = 0; letter < 4; letter++)
      text += at * 8 + letter * 6 < bytes.length * 8 ? LETTERS[(three >> (18 - letter * 6)) & 63] : '='
  }
  return text
}

/** Null unless it is the one way to write these bytes: two files must not differ and say the same. */
export function fromBase64(text: string): Uint8Array | null {
  const letters = text.replace(/={1,2}$/, '')
  const bytes = new Uint8Array(Math.floor((letters.length * 6) / 8))
  let [held, bits, length] = [0, 0, 0]
  for (const letter of letters) {
    const value = LETTERS.indexOf(letter)
    if (value < 0) return null
    held = ((held << 6) | value) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes[length++] = held >> bits
  }
  return toBase64(bytes) === text ? bytes : null
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function joined(...pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

export function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index])
}
