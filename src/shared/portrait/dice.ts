/** Pseudo-random values derived from a text alone: the same sequence on every machine. */
export interface Dice {
  random: () => number
  between: (low: number, high: number) => number
  /** An integer between `low` and `high`, both included. */
  whole: (low: number, high: number) => number
  pick: (one: number, other: number) => number
  /** 1 or -1, constant for one seed: the direction in which a portrait turns. */
  sign: number
}

export function diceFrom(seed: string): Dice {
  const random = randomFrom(seed)
  const between = (low: number, high: number) => low + (high - low) * random()
  const whole = (low: number, high: number) => Math.floor(between(low, high + 1))
  const pick = (one: number, other: number) => (random() < 0.5 ? one : other)
  return { random, between, whole, pick, sign: pick(-1, 1) }
}

/** A mulberry32 generator seeded with the FNV-1a hash of the text. */
function randomFrom(seed: string): () => number {
  let state = 0x811c9dc5
  for (const char of seed) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
