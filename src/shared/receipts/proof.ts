import { fromBase64, toBase64 } from './bytes.ts'
import type { Hash } from './tree.ts'

/** C2SP tlog-proof: the place of a leaf in the tree of a checkpoint, in one text. */
interface Proof {
  index: number
  hashes: Hash[]
  /** The whole note of the checkpoint. */
  checkpoint: string
}

const FIRST_LINE = 'c2sp.org/tlog-proof@v1'

/** A tree of so many leaves as fit into a number has no longer way to its root. */
const MOST_HASHES = 53

export const writeProof = ({ index, hashes, checkpoint }: Proof): string =>
  `${FIRST_LINE}\nindex ${index}\n${hashes.map((hash) => `${toBase64(hash)}\n`).join('')}\n${checkpoint}`

/** Null if it is none. A line of extra data is let by: nothing vouches for it. */
export function readProof(text: string): Proof | null {
  const at = text.indexOf('\n\n')
  const [first, ...rest] = text.slice(0, Math.max(at, 0)).split('\n')
  if (first !== FIRST_LINE) return null
  if (/^extra \S+$/.test(rest[0] ?? '')) rest.shift()
  const [, index] = /^index (0|[1-9]\d{0,15})$/.exec(rest.shift() ?? '') ?? []
  const hashes = rest.map(fromBase64)
  const all = hashes.filter((hash) => hash?.length === 32)
  if (index === undefined || all.length !== hashes.length || all.length > MOST_HASHES) return null
  return { index: Number(index), hashes: all as Hash[], checkpoint: text.slice(at + 2) }
}
