/**
 * The postings of a lexeme: the passages of a block that contain it, ascending, and how often. A number has seven bits
 * a byte, the lowest first, with the eighth bit set in all bytes but the last. It is twice the count of passages left
 * out before, plus one if the lexeme occurs more than once; then how often follows. Most postings take one byte.
 */

export class PostingsWriter {
  passages = 0
  #bytes = new Uint8Array(8)
  #length = 0
  #previous = -1

  /** @param index the passage's place in the block, from 0, above that of the one before */
  append(index: number, frequency: number): void {
    const skipped = index - this.#previous - 1
    this.#previous = index
    this.passages++
    this.#write(skipped * 2 + (frequency === 1 ? 0 : 1))
    if (frequency !== 1) this.#write(frequency)
  }

  get capacity(): number {
    return this.#bytes.length
  }

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  #write(value: number): void {
    if (this.#length + 5 > this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2)
      larger.set(this.#bytes)
      this.#bytes = larger
    }
    let rest = value
    while (rest > 127) {
      this.#bytes[this.#length++] = (rest & 127) | 128
      rest >>>= 7
    }
    this.#bytes[this.#length++] = rest
  }
}

/** `take` gets the passage's place in the block, from 0. */
export function readPostings(bytes: Uint8Array, take: (index: number, frequency: number) => void): void {
  let index = -1
  let at = 0
  const number = () => {
    let byte = bytes[at++] ?? 0
    let value = byte & 127
    for (let shift = 7; byte > 127 && at < bytes.length; shift += 7) {
      byte = bytes[at++] ?? 0
      value |= (byte & 127) << shift
    }
    return value
  }
  while (at < bytes.length) {
    const value = number()
    index += (value >> 1) + 1
    take(index, (value & 1) === 1 ? number() : 1)
  }
}
