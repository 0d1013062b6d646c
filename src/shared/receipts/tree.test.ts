import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MemoryLog } from '../../../test/memory-log.ts'
import { utf8 } from './bytes.ts'
import { readTilePath, tilePath } from './tile-path.ts'
import {
  append,
  consistencyProof,
  edgeOf,
  emptyRoot,
  type Hash,
  inclusionProof,
  leafHash,
  nodeHash,
  provesConsistency,
  provesInclusion,
  rangesOf,
  readingFrom,
  rootOf,
  type StoredHash,
} from './tree.ts'

/** As RFC 6962 defines it in section 2.1. */
function definedRoot(leaves: readonly Hash[]): Hash {
  const [first] = leaves
  if (!first) return emptyRoot()
  if (leaves.length === 1) return first
  let split = 1
  while (split * 2 < leaves.length) split *= 2
  return nodeHash(definedRoot(leaves.slice(0, split)), definedRoot(leaves.slice(split)))
}

const leavesOf = (count: number) => Array.from({ length: count }, (_, nth) => leafHash(utf8(`leaf ${nth}`)))

function logOf(leaves: readonly Hash[]): MemoryLog {
  const log = new MemoryLog()
  log.note(leaves)
  return log
}

const most = 700
const leaves = leavesOf(most)
const log = logOf(leaves)

test('the root is the one that RFC 6962 defines, at every size over two levels of tiles', () => {
  for (let size = 0; size <= most; size += size < 20 || (size > 250 && size < 260) ? 1 : 37)
    expect(log.rootAt(size), String(size)).toEqual(definedRoot(leaves.slice(0, size)))
})

test('leaves that come in pieces make the same tree, each from the edge of the one before alone', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 5 }), (pieces) => {
      let stored: StoredHash[] = []
      let size = 0
      for (const piece of pieces) {
        const edge = edgeOf(size).flatMap(({ level, from, count }) =>
          stored.filter((one) => one.level === level && one.index >= from && one.index < from + count),
        )
        const more = leavesOf(size + piece).slice(size)
        const { added, root } = append(readingFrom(edge), size, more)
        size += piece
        stored = [...stored, ...added]
        expect(root).toEqual(rootOf(readingFrom(stored), 0, size))
      }
      expect(new Set(stored.map(({ level, index }) => `${level}/${index}`)).size).toBe(stored.length)
      expect(rootOf(readingFrom(stored), 0, size)).toEqual(definedRoot(leavesOf(size)))
    }),
    { numRuns: 20 },
  )
})

const places = fc
  .tuple(fc.integer({ min: 1, max: most }), fc.nat())
  .map(([size, at]) => ({ size, index: at % size }))

test('a leaf is proved at its own place of its own tree, and nowhere else', () => {
  fc.assert(
    fc.property(places, fc.nat(), fc.nat(255), ({ size, index }, other, flip) => {
      const proof = inclusionProof(log.read, index, size)
      const root = log.rootAt(size)
      const leaf = leaves[index] as Hash
      expect(provesInclusion(leaf, { index, size, root }, proof)).toBe(true)
      const elsewhere = other % size
      if (elsewhere !== index) {
        expect(provesInclusion(leaf, { index: elsewhere, size, root }, proof)).toBe(false)
        expect(provesInclusion(leaves[elsewhere] as Hash, { index, size, root }, proof)).toBe(false)
      }
      expect(provesInclusion(flipped(leaf, flip), { index, size, root }, proof)).toBe(false)
      expect(provesInclusion(leaf, { index, size, root: flipped(root, flip) }, proof)).toBe(false)
      expect(provesInclusion(leaf, { index, size, root }, [...proof, root])).toBe(false)
      if (proof.length > 0) {
        const nth = other % proof.length
        const changed = proof.map((hash, at) => (at === nth ? flipped(hash, flip) : hash))
        expect(provesInclusion(leaf, { index, size, root }, changed)).toBe(false)
        expect(provesInclusion(leaf, { index, size, root }, proof.toSpliced(nth, 1))).toBe(false)
        expect(provesInclusion(leaf, { index, size, root }, proof.toReversed())).toBe(proof.length === 1)
      }
    }),
  )
})

test('a later tree is proved to begin with an earlier one', () => {
  fc.assert(
    fc.property(fc.nat(most), fc.nat(most), fc.nat(255), (one, other, flip) => {
      const [from, to] = one < other ? [one, other] : [other, one]
      const proof = consistencyProof(log.read, from, to)
      const [earlier, later] = [from, to].map((size) => ({ size, root: log.rootAt(size) })) as [Tree, Tree]
      expect(provesConsistency(earlier, later, proof)).toBe(true)
      if (from === 0) return
      expect(provesConsistency({ ...earlier, root: flipped(earlier.root, flip) }, later, proof)).toBe(false)
      if (from === to) return
      expect(provesConsistency(earlier, { ...later, root: flipped(later.root, flip) }, proof)).toBe(false)
      expect(provesConsistency(later, earlier, proof)).toBe(false)
      for (const nth of proof.keys()) {
        const changed = proof.map((hash, at) => (at === nth ? flipped(hash, flip) : hash))
        expect(provesConsistency(earlier, later, changed)).toBe(false)
        expect(provesConsistency(earlier, later, proof.toSpliced(nth, 1))).toBe(false)
      }
    }),
  )
})

interface Tree {
  size: number
  root: Hash
}

test('a tree that dropped, changed, moved or forked a leaf is proved to begin with no earlier one that had it', () => {
  const rewritten = fc.constantFrom('flip', 'drop', 'reorder', 'fork' as const)
  fc.assert(
    fc.property(places, fc.integer({ min: 0, max: 60 }), rewritten, ({ size, index }, more, how) => {
      fc.pre(how !== 'reorder' || index + 1 < size)
      const kept = leaves.slice(0, size)
      const [leaf, next] = [kept[index] as Hash, kept[index + 1] as Hash]
      const changed = {
        flip: () => kept.with(index, flipped(leaf, index % 256)),
        drop: () => kept.toSpliced(index, 1),
        reorder: () => kept.with(index, next).with(index + 1, leaf),
        fork: () => [...kept.slice(0, index), ...leavesOf(900).slice(800, 800 + size - index)],
      }[how]()
      const other = [...changed, ...leavesOf(700 + more + 1).slice(700)]
      const forged = logOf(other)
      const later = { size: other.length, root: forged.rootAt(other.length) }
      // The forger makes the best proof that there is.
      const proof = consistencyProof(forged.read, Math.min(size, other.length), other.length)
      expect(provesConsistency({ size, root: log.rootAt(size) }, later, proof)).toBe(false)
    }),
    { numRuns: 40 },
  )
})

test('what a proof reads is known before, and is no wider than a tile', () => {
  fc.assert(
    fc.property(places, ({ size, index }) => {
      const ranges = rangesOf((read) => inclusionProof(read, index, size))
      expect(ranges.every(({ count }) => count <= 256)).toBe(true)
      const stored = ranges.flatMap((range) =>
        log.read(range).map((hash, nth) => ({ level: range.level, index: range.from + nth, hash })),
      )
      expect(inclusionProof(readingFrom(stored), index, size)).toEqual(inclusionProof(log.read, index, size))
    }),
    { numRuns: 30 },
  )
})

test('tiles have one address each', () => {
  expect(tilePath({ level: 0, index: 1_234_067, width: 256 })).toBe('0/x001/x234/067')
  expect(tilePath({ level: 2, index: 0, width: 12 })).toBe('2/000.p/12')
  fc.assert(
    fc.property(fc.nat(7), fc.nat(), fc.integer({ min: 1, max: 256 }), (level, index, width) => {
      expect(readTilePath(tilePath({ level, index, width }))).toEqual({ level, index, width })
    }),
  )
  for (const odd of [
    '0/1',
    '0/0001',
    '0/x000/001',
    '00/001',
    '0/001.p/0',
    '0/001.p/256',
    '0/001.p/01',
    '8/000',
    '0/001/',
    '../x',
  ])
    expect(readTilePath(odd), odd).toBeNull()
})

function flipped(hash: Hash, bit: number): Hash {
  const changed = Uint8Array.from(hash)
  changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  return changed
}
