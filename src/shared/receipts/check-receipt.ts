import type { Json } from '../text/canonical-json.ts'
import { fromBase64, toBase64, utf8 } from './bytes.ts'
import { checkHistory } from './check-history.ts'
import { readCheckpoint, type SignedCheckpoint } from './checkpoint.ts'
import { type Check, check, isSigned, type VerifySignature } from './checks.ts'
import { CLAIMED, type Claimed, hashesOf, type Leaf, readLeaf, saltedHash } from './leaf.ts'
import { readVerifierKey, type VerifierKey } from './note.ts'
import { readProof } from './proof.ts'
import type { ReceiptFile } from './receipt-file.ts'
import { leafHash, provesInclusion } from './tree.ts'

interface Beside {
  /** The key that whoever checks got from elsewhere than the file. */
  key?: VerifierKey | undefined
  /** A checkpoint that they kept. */
  old?: SignedCheckpoint | undefined
  verify: VerifySignature
}

/** Checks all that can be checked of a receipt; a check that fails does not keep the others from being made. */
export async function checkReceipt(file: ReceiptFile, beside: Beside): Promise<Check[]> {
  const leaf = readLeaf(file.leaf)
  const proof = readProof(file.proof)
  const checkpoint = proof && readCheckpoint(proof.checkpoint)
  const keys = beside.key ? [beside.key] : file.keys.flatMap((line) => readVerifierKey(line) ?? [])
  return [
    checkTexts(file, leaf),
    checkInclusion(file.leaf, leaf, proof, checkpoint),
    await checkSignature(checkpoint, keys, beside.verify),
    checkKey(checkpoint, keys, beside.key),
    await checkHistory(file.since, checkpoint, keys, beside),
  ]
}

const WHAT: Record<Claimed, string> = {
  question: 'The question',
  parts: 'Part',
  tools: 'Result of a tool',
  consents: 'Consent',
}

function checkTexts({ disclosed }: ReceiptFile, leaf: Leaf | null): Check {
  if (!leaf) return check('texts', 'fails', 'What was noted is not the note of a reply.')
  const wrong: string[] = []
  let [shown, kept] = [0, 0]
  for (const list of CLAIMED) {
    const hashes = hashesOf(leaf, list)
    const values = disclosed[list]
    const called = (nth: number) => (list === 'question' ? WHAT[list] : `${WHAT[list]} ${nth + 1}`)
    if (values.length !== hashes.length)
      wrong.push(`The file has ${values.length} of “${list}”, and ${hashes.length} were noted.`)
    for (const [nth, hash] of hashes.entries()) {
      const value = values[nth]
      if (value === null || value === undefined) kept++
      else if (isOf(hash, value)) shown++
      else wrong.push(`${called(nth)} is not the one that was noted.`)
    }
  }
  if (wrong.length > 0) return check('texts', 'fails', ...wrong)
  const keptBack = kept === 0 ? [] : [`${kept} more were noted and are not shown in this file.`]
  if (shown === 0) return check('texts', 'unknown', 'The file shows no texts.', ...keptBack)
  return check(
    'texts',
    'holds',
    shown === 1
      ? 'The text in the file is the one that was noted.'
      : `All ${shown} texts in the file are the ones that were noted.`,
    ...keptBack,
  )
}

function isOf(hash: string, { salt, value }: { salt: string; value: Json }): boolean {
  const bytes = fromBase64(salt)
  return bytes !== null && toBase64(saltedHash(bytes, value)) === hash
}

function checkInclusion(
  text: string,
  leaf: Leaf | null,
  proof: ReturnType<typeof readProof>,
  checkpoint: SignedCheckpoint | null,
): Check {
  if (!proof) return check('inclusion', 'fails', 'The proof can’t be read.')
  if (!checkpoint) return check('inclusion', 'fails', 'The checkpoint in the proof can’t be read.')
  if (leaf && leaf.place !== checkpoint.origin)
    return check(
      'inclusion',
      'fails',
      `The note is of ${leaf.place}, and the record of ${checkpoint.origin}.`,
    )
  const { index, hashes } = proof
  if (!provesInclusion(leafHash(utf8(text)), { ...checkpoint, index }, hashes))
    return check('inclusion', 'fails', `This note is not entry ${index + 1} of the record.`)
  return check('inclusion', 'holds', `The note is entry ${index + 1} of ${checkpoint.size} in the record.`)
}

async function checkSignature(
  checkpoint: SignedCheckpoint | null,
  keys: readonly VerifierKey[],
  verify: VerifySignature,
): Promise<Check> {
  if (!checkpoint) return check('signature', 'fails', 'There is no checkpoint that could be signed.')
  const signed = await isSigned(checkpoint, keys, verify)
  if (signed === null)
    return check('signature', 'unknown', 'This browser can’t check signatures of this kind (Ed25519).')
  return signed
    ? check('signature', 'holds', `The record is signed with the key of ${checkpoint.origin}.`)
    : check('signature', 'fails', 'The record is not signed with this key.')
}

function checkKey(
  checkpoint: SignedCheckpoint | null,
  keys: readonly VerifierKey[],
  given: VerifierKey | undefined,
): Check {
  if (given && checkpoint && given.name !== checkpoint.origin)
    return check('key', 'fails', `The key is of ${given.name}, and the record of ${checkpoint.origin}.`)
  if (given) return check('key', 'holds', 'The key is the one that you gave.')
  if (keys.length === 0) return check('key', 'fails', 'The file names no key that could be read.')
  return check(
    'key',
    'unknown',
    'The key is the one that the file names itself. Get the place’s key from the place, and give it here.',
  )
}
