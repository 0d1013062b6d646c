import { areEqual, joined } from './bytes.ts'
import { sha256 } from './sha256.ts'

/**
 * The tree of RFC 6962 and RFC 9162 over SHA-256, stored as C2SP tlog-tiles has it: level 0 are the hashes of the leaves,
 * and each level above has the hash of every complete 256 of the level below. What lies between two levels is made anew.
 */

export type Hash = Uint8Array

export const TILE_WIDTH = 256
const TILE_HEIGHT = 8

const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)

export const leafHash = (leaf: Uint8Array): Hash => sha256(joined(LEAF, leaf))
export const nodeHash = (left: Hash, right: Hash): Hash => sha256(joined(NODE, left, right))

/** Of a tree without leaves. */
export const emptyRoot = (): Hash => sha256(new Uint8Array())

/** So many stored hashes of a level, from an index on. */
export interface HashRange {
  level: number
  from: number
  count: number
}

/** Gives all hashes of a range, which is never wider than a tile. */
export type ReadHashes = (range: HashRange) => readonly Hash[]

/** The root of the leaves from `low` to before `high`; of the whole tree from 0 to its size. */
export function rootOf(read: ReadHashes, low: number, high: number): Hash {
  const size = high - low
  if (size === 0) return emptyRoot()
  const split = largestPowerBelow(size)
  if (split * 2 !== size || low % size !== 0) {
    if (size === 1) return only(read({ level: 0, from: low, count: 1 }))
    return nodeHash(rootOf(read, low, low + split), rootOf(read, low + split, high))
  }
  const height = Math.round(Math.log2(size))
  const level = Math.floor(height / TILE_HEIGHT)
  const count = 2 ** (height % TILE_HEIGHT)
  return folded(read({ level, from: low / TILE_WIDTH ** level, count }))
}

/** RFC 9162, section 2.1.3.1: from the leaf's sibling upwards. */
export function inclusionProof(read: ReadHashes, index: number, size: number): Hash[] {
  const path = (low: number, high: number): Hash[] => {
    if (high - low === 1) return []
    const middle = low + largestPowerBelow(high - low)
    return index < middle
      ? [...path(low, middle), rootOf(read, middle, high)]
      : [...path(middle, high), rootOf(read, low, middle)]
  }
  if (!isWithin(index, size)) throw new RangeError('the tree has no such leaf')
  return path(0, size)
}

/** RFC 9162, section 2.1.4.1: that the first leaves of a tree are all leaves of an earlier one. */
export function consistencyProof(read: ReadHashes, from: number, to: number): Hash[] {
  const path = (low: number, high: number, isKnown: boolean): Hash[] => {
    if (high === from) return isKnown ? [] : [rootOf(read, low, high)]
    const middle = low + largestPowerBelow(high - low)
    return from <= middle
      ? [...path(low, middle, isKnown), rootOf(read, middle, high)]
      : [...path(middle, high, false), rootOf(read, low, middle)]
  }
  if (from === 0 || from === to) return []
  if (!isWithin(from, to)) throw new RangeError('the later tree is the smaller one')
  return path(0, to, true)
}

/** RFC 9162, section 2.1.3.2. */
export function provesInclusion(
  leaf: Hash,
  { index, size, root }: { index: number; size: number; root: Hash },
  proof: readonly Hash[],
): boolean {
  if (!isWithin(index, size)) return false
  let [at, last, hash] = [index, size - 1, leaf]
  for (const sibling of proof) {
    if (last === 0) return false
    if (at % 2 === 1 || at === last) {
      hash = nodeHash(sibling, hash)
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)]
    } else hash = nodeHash(hash, sibling)
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 && areEqual(hash, root)
}

/** RFC 9162, section 2.1.4.2. */
export function provesConsistency(
  earlier: { size: number; root: Hash },
  later: { size: number; root: Hash },
  proof: readonly Hash[],
): boolean {
  if (earlier.size === later.size) return proof.length === 0 && areEqual(earlier.root, later.root)
  if (earlier.size === 0) return proof.length === 0
  if (earlier.size > later.size) return false
  const isPower = largestPowerBelow(earlier.size) * 2 === earlier.size || earlier.size === 1
  const [first, ...rest] = isPower ? [earlier.root, ...proof] : proof
  if (!first) return false
  let [at, last] = [earlier.size - 1, later.size - 1]
  while (at % 2 === 1) [at, last] = [half(at), half(last)]
  let [before, after] = [first, first]
  for (const hash of rest) {
    if (last === 0) return false
    if (at % 2 === 1 || at === last) {
      before = nodeHash(hash, before)
      after = nodeHash(hash, after)
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)]
    } else after = nodeHash(after, hash)
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 && areEqual(before, earlier.root) && areEqual(after, later.root)
}

/** What `append` needs of a tree of this size: the hashes of each level that are in no complete tile yet. */
export function edgeOf(size: number): HashRange[] {
  const edge: HashRange[] = []
  for (let level = 0, width = size; width > 0; level++, width = Math.floor(width / TILE_WIDTH)) {
    const count = width % TILE_WIDTH
    if (count > 0) edge.push({ level, from: width - count, count })
  }
  return edge
}

export interface StoredHash {
  level: number
  index: number
  hash: Hash
}

/** The hashes that further leaves add to a tree, and its new root. `read` has to know no more than the edge. */
export function append(
  read: ReadHashes,
  size: number,
  leaves: readonly Hash[],
): { added: StoredHash[]; root: Hash } {
  const added = leaves.map((hash, nth): StoredHash => ({ level: 0, index: size + nth, hash }))
  const known = new Map(added.map(({ level, index, hash }) => [`${level}/${index}`, hash]))
  const withAdded: ReadHashes = ({ level, from, count }) =>
    Array.from(
      { length: count },
      (_, nth) => known.get(`${level}/${from + nth}`) ?? only(read({ level, from: from + nth, count: 1 })),
    )
  const total = size + leaves.length
  for (let level = 0, width = TILE_WIDTH; width <= total; level++, width *= TILE_WIDTH)
    for (let index = Math.floor(size / width); (index + 1) * width <= total; index++) {
      const hash = folded(withAdded({ level, from: index * TILE_WIDTH, count: TILE_WIDTH }))
      added.push({ level: level + 1, index, hash })
      known.set(`${level + 1}/${index}`, hash)
    }
  return { added, root: rootOf(withAdded, 0, total) }
}

/** Which ranges a piece of work is going to read, so that they can be brought at once. */
export function rangesOf(work: (read: ReadHashes) => unknown): HashRange[] {
  const ranges = new Map<string, HashRange>()
  work((range) => {
    ranges.set(`${range.level}/${range.from}/${range.count}`, range)
    return Array.from({ length: range.count }, () => EMPTY)
  })
  return [...ranges.values()]
}

/** Reads from hashes that were brought. @throws {Error} if one is missing: the stored tree is not whole */
export function readingFrom(stored: readonly StoredHash[]): ReadHashes {
  const known = new Map(stored.map(({ level, index, hash }) => [`${level}/${index}`, hash]))
  return ({ level, from, count }) =>
    Array.from({ length: count }, (_, nth) => {
      const hash = known.get(`${level}/${from + nth}`)
      if (!hash) throw new Error(`the tree has no hash ${from + nth} of level ${level}`)
      return hash
    })
}

const EMPTY = new Uint8Array(32)

/** The root of a power of two of neighbours. */
function folded(hashes: readonly Hash[]): Hash {
  let row = hashes
  while (row.length > 1)
    row = Array.from({ length: row.length / 2 }, (_, nth) =>
      nodeHash(row[nth * 2] ?? EMPTY, row[nth * 2 + 1] ?? EMPTY),
    )
  return only(row)
}

function only(hashes: readonly Hash[]): Hash {
  const [hash] = hashes
  if (!hash) throw new Error('the tree lacks a hash')
  return hash
}

const half = (value: number) => Math.floor(value / 2)
const isWithin = (index: number, size: number) =>
  Number.isSafeInteger(index) && Number.isSafeInteger(size) && index >= 0 && index < size

/** Smaller than the size, whatever it is; 1 for 1, which is never divided. */
function largestPowerBelow(size: number): number {
  let power = 1
  while (power * 2 < size) power *= 2
  return power
}
