import { decodeBase58, encodeBase58 } from '../../../../shared/session/base58.ts'
import { checkedBy, type KeyValueStorage, persisted } from '../../../blocks/saved-draft/persisted.ts'

/** Where it is kept. All of it can be lost: whoever chooses their passkey anew is as they were. */
export const PASSKEY_KEY = 'passkey'

interface KeptPasskey {
  address: string
  credentialId: string
}

const keptSchema = checkedBy((value): value is KeptPasskey => {
  const { address, credentialId } = (value ?? {}) as Partial<KeptPasskey>
  return typeof address === 'string' && typeof credentialId === 'string'
})

const keptIn = (storage: KeyValueStorage) => persisted(PASSKEY_KEY, keptSchema, { storage: () => storage })

/** Which passkey was used last, and the wallet that it is. Neither is a secret. */
export interface RememberedPasskey {
  address: string
  credentialId: Uint8Array<ArrayBuffer>
}

/** Undefined where there is none, or where the browser keeps nothing for this page. */
export function rememberedPasskey(storage: KeyValueStorage): RememberedPasskey | undefined {
  const kept = keptIn(storage).get()
  const bytes = kept && decodeBase58(kept.credentialId)
  return bytes ? { address: kept.address, credentialId: Uint8Array.from(bytes) } : undefined
}

/** One whose id is too long to be read back is as good as forgotten: the person chooses theirs the next time. */
export function rememberPasskey(
  storage: KeyValueStorage,
  { address, credentialId }: RememberedPasskey,
): void {
  const written = encodeBase58(credentialId)
  keptIn(storage).set({ address, credentialId: written })
}

export const forgetPasskey = (storage: KeyValueStorage): void => keptIn(storage).set(undefined)
