import { decodeBase58, encodeBase58 } from '../../../../shared/session/base58.ts'
import { checkedBy, type KeyValueStorage, persisted } from '../../../blocks/saved-draft/persisted.ts'

/** If the entry is lost, the person chooses the passkey again. */
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

/** Neither is secret. */
interface RememberedPasskey {
  address: string
  credentialId: Uint8Array<ArrayBuffer>
}

export function rememberedPasskey(storage: KeyValueStorage): RememberedPasskey | undefined {
  const kept = keptIn(storage).get()
  const bytes = kept && decodeBase58(kept.credentialId)
  return bytes ? { address: kept.address, credentialId: Uint8Array.from(bytes) } : undefined
}

/** An id that is too long to be decoded again is not stored: the person then chooses the next time. */
export function rememberPasskey(
  storage: KeyValueStorage,
  { address, credentialId }: RememberedPasskey,
): void {
  const written = encodeBase58(credentialId)
  keptIn(storage).set({ address, credentialId: written })
}

export const forgetPasskey = (storage: KeyValueStorage): void => keptIn(storage).set(undefined)
