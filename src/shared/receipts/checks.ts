import { utf8 } from './bytes.ts'
import type { SignedCheckpoint } from './checkpoint.ts'
import { signaturesBy, type VerifierKey } from './note.ts'

/** `unknown`: nothing speaks against it, and nothing was given by which it could be told. */
export type Outcome = 'holds' | 'fails' | 'unknown'

export interface Check {
  name: 'texts' | 'inclusion' | 'signature' | 'key' | 'history'
  outcome: Outcome
  /** What was found, as sentences. */
  says: string[]
}

/** Null where Ed25519 can't be computed. */
export type VerifySignature = (
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
) => Promise<boolean | null>

export function check(name: Check['name'], outcome: Outcome, ...says: string[]): Check {
  return { name, outcome, says }
}

/** Whether one of the keys has signed it; null where that can't be computed. */
export async function isSigned(
  { origin, note }: SignedCheckpoint,
  keys: readonly VerifierKey[],
  verify: VerifySignature,
): Promise<boolean | null> {
  const message = utf8(note.text)
  let canTell = true
  for (const key of keys.filter(({ name }) => name === origin))
    for (const { signature } of signaturesBy(note, key)) {
      const valid = await verify(key.publicKey, message, signature)
      if (valid) return true
      canTell &&= valid !== null
    }
  return canTell ? false : null
}
