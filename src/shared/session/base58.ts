const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const digits = new Map([...alphabet].map((letter, digit) => [letter, digit]))

/** Far longer than anything that Solana encodes in base58; the cost of both directions is quadratic in the length. */
const MAX_LENGTH = 256

/** Most significant digit first, without leading zeros. */
function convert(source: Iterable<number>, from: number, to: number): number[] {
  const result: number[] = []
  for (const digit of source) {
    let carry = digit
    for (let place = 0; place < result.length; place++) {
      carry += (result[place] ?? 0) * from
      result[place] = carry % to
      carry = Math.floor(carry / to)
    }
    while (carry > 0) {
      result.push(carry % to)
      carry = Math.floor(carry / to)
    }
  }
  return result.reverse()
}

/** Every leading zero byte becomes a leading `1`. */
export function encodeBase58(bytes: Uint8Array): string {
  const firstByte = bytes.findIndex((byte) => byte !== 0)
  const zeros = firstByte === -1 ? bytes.length : firstByte
  const letters = convert(bytes.subarray(zeros), 256, 58).map((digit) => alphabet.charAt(digit))
  return '1'.repeat(zeros) + letters.join('')
}

/** The exact inverse of `encodeBase58`; null if the text has an invalid character or more than 256 characters. */
export function decodeBase58(text: string): Uint8Array | null {
  if (text.length > MAX_LENGTH) return null
  const values: number[] = []
  for (const letter of text) {
    const digit = digits.get(letter)
    if (digit === undefined) return null
    values.push(digit)
  }
  const firstDigit = values.findIndex((digit) => digit !== 0)
  const zeros = firstDigit === -1 ? values.length : firstDigit
  return Uint8Array.from([...new Array<number>(zeros).fill(0), ...convert(values.slice(zeros), 58, 256)])
}

/** Whether the text is base58 of exactly 32 bytes, as every Solana address and mint is. */
export function isSolanaAddress(text: string): boolean {
  return text.length >= 32 && text.length <= 44 && decodeBase58(text)?.length === 32
}
