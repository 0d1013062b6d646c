import type { SecretBox } from '../../base/secrets/secret-box.ts'
import type { Db } from '../../db/connect/connect.ts'
import { listUnderOthers, replaceSealed, type SealedKey } from '../../db/models/model-keys.ts'

interface Place {
  id: string
  wallet: string
  address: string
}

/** A ciphertext opens only for the wallet, the key and the address that it was made for. */
const boundTo = ({ id, wallet, address }: Place) => ['model key', wallet, id, address]

export function sealKey(box: SecretBox, key: string, place: Place): Pick<SealedKey, 'sealed' | 'secretId'> {
  const { bytes, secretId } = box.seal(key, boundTo(place))
  return { sealed: bytes, secretId }
}

/** Null if no secret of this server opens it, or the row is not as it was stored. */
export function openKey(box: SecretBox, row: SealedKey): string | null {
  return box.open({ bytes: row.sealed, secretId: row.secretId }, boundTo(row))
}

interface Rotated {
  rotated: number
  /** The ids of keys that no secret opens. */
  unreadable: string[]
}

const ROWS_AT_ONCE = 100

/**
 * Encrypts all keys under the first secret that are under another one, beside servers that use, add and remove keys: one
 * that changed meanwhile is looked at again.
 */
export async function rotateKeys(db: Db, box: SecretBox, rowsAtOnce = ROWS_AT_ONCE): Promise<Rotated> {
  const unreadable = new Set<string>()
  let rotated = 0
  for (let isChanged = true; isChanged; ) {
    isChanged = false
    for (let after: string | null = null; ; ) {
      const rows: SealedKey[] = await listUnderOthers(db, {
        secretId: box.secretId,
        after,
        limit: rowsAtOnce,
      })
      for (const row of rows) {
        const key = openKey(box, row)
        if (key === null) unreadable.add(row.id)
        else if (await replaceSealed(db, row, sealKey(box, key, row))) rotated++
        else isChanged = true
      }
      after = rows.at(-1)?.id ?? null
      if (rows.length < rowsAtOnce) break
    }
  }
  return { rotated, unreadable: [...unreadable] }
}
