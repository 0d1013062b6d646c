import { lookOf } from '../../../shared/text/look-alike.ts'

/**
 * How much of two texts is the same, found without comparing all texts with each other: MinHash. A text is the set of all
 * runs of five letters in it. The least hash of a set, by some hash function, is the same for two sets as often as they
 * have members in common. Three such hashes are a band, and of two texts that share half of their runs 96 of 100 pairs have
 * one of 24 bands in common, by which an index finds them; of two that share a tenth, 2 of 100.
 */

const RUN = 5
const BANDS = 24
const PER_BAND = 3

/** Characters of a text that are looked at: more make no difference, and cost time. */
const MOST = 20_000

/** A text with fewer runs says too little to be somebody's own. */
const FEWEST = 80

/** From here on a text is nearly that of another. */
export const NEARLY_SAME = 0.5

const multipliers = Array.from({ length: BANDS * PER_BAND }, (_, index) => mixed(index * 2 + 1) | 1)
const shifts = Array.from({ length: BANDS * PER_BAND }, (_, index) => mixed(index * 2 + 2))

/**
 * The runs of a text's letters, as they look, so that letters of another script hide no copy. The agent's own name is left
 * out, since a copy has another. Empty for a text that is too short.
 */
export function runsOf(texts: readonly string[], name: string): Set<number> {
  const look = lookOf(texts.join(' ').slice(0, MOST))
  const ownName = lookOf(name)
  const letters = [...(ownName.length >= 3 ? look.replaceAll(ownName, '') : look)].map(
    (letter) => letter.codePointAt(0) ?? 0,
  )
  const runs = new Set<number>()
  for (let start = 0; start + RUN <= letters.length; start++) {
    let hash = 0x811c9dc5
    for (let at = start; at < start + RUN; at++) hash = Math.imul(hash ^ (letters[at] ?? 0), 0x01000193)
    runs.add(mixed(hash))
  }
  return runs.size < FEWEST ? new Set() : runs
}

/** 24 numbers of 32 bits; none for no runs. */
export function bandsOf(runs: ReadonlySet<number>): number[] {
  if (runs.size === 0) return []
  const least = new Uint32Array(multipliers.length).fill(0xffffffff)
  for (const run of runs)
    for (let index = 0; index < least.length; index++) {
      const hash = (Math.imul(run, multipliers[index] ?? 1) + (shifts[index] ?? 0)) >>> 0
      if (hash < (least[index] ?? 0)) least[index] = hash
    }
  return Array.from({ length: BANDS }, (_, band) =>
    least
      .subarray(band * PER_BAND, (band + 1) * PER_BAND)
      .reduce((sum, hash) => mixed(Math.imul(sum, 31) ^ hash), band),
  )
}

/** The share of all runs of two texts that both have, from 0 to 1. */
export function sameness(one: ReadonlySet<number>, other: ReadonlySet<number>): number {
  if (one.size === 0 || other.size === 0) return 0
  let both = 0
  for (const run of one) if (other.has(run)) both++
  return both / (one.size + other.size - both)
}

/** Spreads the bits of a number over all 32 (the finalizer of MurmurHash3). */
function mixed(value: number): number {
  let hash = value
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}
