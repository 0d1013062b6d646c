import { readCheckpoint, type SignedCheckpoint } from './checkpoint.ts'
import { type Check, check, isSigned, type VerifySignature } from './checks.ts'
import { parsed } from './leaf.ts'
import type { VerifierKey } from './note.ts'
import { readProof } from './proof.ts'
import { hashesFrom, type ReceiptFile } from './receipt-file.ts'
import { provesConsistency } from './tree.ts'

/** A checkpoint that somebody kept: by itself, in a proof, or in an older receipt. Null if it is none of these. */
export function readOldCheckpoint(text: string): SignedCheckpoint | null {
  const file = parsed(text) as Partial<ReceiptFile> | null
  const proof = typeof file?.proof === 'string' ? file.proof : text
  return readCheckpoint(readProof(proof)?.checkpoint ?? proof)
}

/** Whether the tree of an older checkpoint is the beginning of this one: nothing was dropped, moved, changed or undone. */
export async function checkHistory(
  since: ReceiptFile['since'],
  checkpoint: SignedCheckpoint | null,
  keys: readonly VerifierKey[],
  { old, verify }: { old?: SignedCheckpoint | undefined; verify: VerifySignature },
): Promise<Check> {
  if (!checkpoint) return check('history', 'fails', 'There is no record that could be compared.')
  if (!old)
    return check(
      'history',
      'unknown',
      'You gave no older checkpoint, so nothing tells whether the record was rewritten since.',
    )
  if (old.origin !== checkpoint.origin)
    return check('history', 'unknown', `The older checkpoint is of another place, ${old.origin}.`)
  const outcome = compare(since, checkpoint, old)
  if (outcome.outcome !== 'fails') return outcome
  const isPlaces = await isSigned(old, keys, verify)
  const says =
    isPlaces === true
      ? 'Both are signed by the place: together they show that it has told two histories.'
      : 'The older checkpoint is not signed with this key, so it may be the one that is wrong.'
  return { ...outcome, says: [...outcome.says, says] }
}

function compare(since: ReceiptFile['since'], checkpoint: SignedCheckpoint, old: SignedCheckpoint): Check {
  if (old.size > checkpoint.size)
    return check(
      'history',
      'unknown',
      `The checkpoint that you kept has ${old.size} entries, and this receipt’s has ${checkpoint.size}. Download the receipt anew: if the place’s record has fewer than ${old.size} entries by now, it was rolled back.`,
    )
  const isNeeded = old.size < checkpoint.size
  if (isNeeded && since?.size !== old.size)
    return check(
      'history',
      'unknown',
      `This file has no proof from ${old.size} entries on. Download it anew with “?since=${old.size}” at the end of its address.`,
    )
  const hashes = isNeeded ? hashesFrom(since?.hashes ?? []) : []
  return hashes && provesConsistency(old, checkpoint, hashes)
    ? check(
        'history',
        'holds',
        `The record begins with the same ${old.size} entries as the one that you kept.`,
      )
    : check(
        'history',
        'fails',
        `The record’s first ${old.size} entries are not the ones of the checkpoint that you kept.`,
      )
}
