import { fromBase64, toBase64 } from './bytes.ts'
import { readNote, type SignedNote } from './note.ts'
import type { Hash } from './tree.ts'

/** C2SP tlog-checkpoint: what a place signs of its tree. */
interface Checkpoint {
  /** Of which tree it is: the name of the place, whatever keys it has. */
  origin: string
  size: number
  root: Hash
}

export interface SignedCheckpoint extends Checkpoint {
  note: SignedNote
}

/** The text that is signed. */
export const checkpointText = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${toBase64(root)}\n`

/** Null if it is none. Lines that others added below the root are part of what is signed, and mean nothing here. */
export function readCheckpoint(text: string): SignedCheckpoint | null {
  const note = readNote(text)
  const [, origin, size, root] = /^([^\n]+)\n(0|[1-9]\d{0,15})\n([^\n]+)\n/.exec(note?.text ?? '') ?? []
  const hash = root === undefined ? null : fromBase64(root)
  if (!note || origin === undefined || hash?.length !== 32 || !Number.isSafeInteger(Number(size))) return null
  return { origin, size: Number(size), root: hash, note }
}
