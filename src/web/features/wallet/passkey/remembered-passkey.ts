import * as z from 'zod/mini'
import { decodeBase58, encodeBase58 } from '../../../../shared/session/base58.ts'
import type { KeyValueStorage } from '../wallets/remembered-wallet.ts'

/** Where it is kept. All of it can be lost: whoever chooses their passkey anew is as they were. */
export const PASSKEY_KEY = 'passkey'

const keptSchema = z.object({ address: z.string(), credentialId: z.string() })

/** Which passkey was used last, and the wallet that it is. Neither is a secret. */
export interface RememberedPasskey {
  address: string
  credentialId: Uint8Array<ArrayBuffer>
}

/** Undefined where there is none, or where the browser keeps nothing for this page. */
export function rememberedPasskey(storage: KeyValueStorage): RememberedPasskey | undefined {
  try {
    const { address, credentialId } = keptSchema.parse(JSON.parse(storage.getItem(PASSKEY_KEY) ?? 'null'))
    const bytes = decodeBase58(credentialId)
    return bytes ? { address, credentialId: Uint8Array.from(bytes) } : undefined
  } catch {
    return undefined
  }
}

/** Ids of passkeys that are too long to be written down are not: the person chooses theirs the next time. */
export function rememberPasskey(
  storage: KeyValueStorage,
  { address, credentialId }: RememberedPasskey,
): void {
  try {
    const kept = { address, credentialId: encodeBase58(credentialId) }
    storage.setItem(PASSKEY_KEY, JSON.stringify(kept))
  } catch {
    // See KeyValueStorage.
  }
}

export function forgetPasskey(storage: KeyValueStorage): void {
  try {
    storage.removeItem(PASSKEY_KEY)
  } catch {
    // See KeyValueStorage.
  }
}
