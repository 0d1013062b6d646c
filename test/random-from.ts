/** Numbers from 0 to 1 that are the same for the same seed (mulberry32), so that a failure can be had again. */
export function randomFrom(seed: number): () => number {
  let at = seed
  return () => {
    at = (at + 0x6d2b79f5) | 0
    let mixed = Math.imul(at ^ (at >>> 15), 1 | at)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The same, as choices. */
export function randomOf(seed: number) {
  const next = randomFrom(seed)
  return {
    next,
    below: (most: number) => Math.floor(next() * most),
    oneOf: <One>(of: readonly One[]) => of[Math.floor(next() * of.length)] as One,
  }
}
