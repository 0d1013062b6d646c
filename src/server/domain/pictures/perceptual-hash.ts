/** The side of the grey picture that a hash is made of. */
export const HASHED_SIDE = 32

/** The lowest frequencies in each direction, which are what is seen from afar. */
const KEPT = 16

const cosines = Array.from({ length: KEPT }, (_, frequency) =>
  Array.from({ length: HASHED_SIDE }, (_, at) =>
    Math.cos(((2 * at + 1) * frequency * Math.PI) / (2 * HASHED_SIDE)),
  ),
)

/**
 * 256 bits of what a picture looks like, as 64 hexadecimal digits: whether each of the 256 lowest frequencies of a discrete
 * cosine transform is above their median. Scaling, compression and light change few of them. 64 bits, which others take,
 * can't tell this product's own portraits apart (record 0113).
 * @param grey 32 rows of 32 bytes
 */
export function hashOf(grey: Uint8Array): string {
  const rows = Array.from({ length: HASHED_SIDE }, (_, row) =>
    transformed(grey.subarray(row * HASHED_SIDE, (row + 1) * HASHED_SIDE)),
  )
  const columns = Array.from({ length: KEPT }, (_, column) =>
    transformed(rows.map((row) => row[column] ?? 0)),
  )
  const found = Array.from(
    { length: KEPT * KEPT },
    (_, index) => columns[index % KEPT]?.[Math.floor(index / KEPT)] ?? 0,
  )
  // The first is the mean brightness of the whole, which says nothing of what is on it and would move the median.
  const sorted = found.slice(1).toSorted((one, other) => one - other)
  const median = sorted[sorted.length >> 1] ?? 0
  const bits = found.reduce((all, value) => (all << 1n) | (value > median ? 1n : 0n), 0n)
  return bits.toString(16).padStart(64, '0')
}

function transformed(values: ArrayLike<number>): number[] {
  return cosines.map((wave) => wave.reduce((sum, cosine, at) => sum + cosine * (values[at] ?? 0), 0))
}

/** In how many bits two hashes differ. */
export function distanceOf(one: string, other: string): number {
  const differing = BigInt(`0x${one}`) ^ BigInt(`0x${other}`)
  return [...differing.toString(2)].filter((bit) => bit === '1').length
}
