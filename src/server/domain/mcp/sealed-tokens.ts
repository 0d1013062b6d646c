import type { SecretBox } from '../../base/secrets/secret-box.ts'
import type { Db } from '../../db/connect/connect.ts'
import { listMcpUnderOthers, replaceSealedToken, type SealedServer } from '../../db/mcp/mcp-servers.ts'

interface Place {
  id: string
  wallet: string
  address: string
}

/** A ciphertext opens only for the wallet, the server and the address that it was made for. */
const boundTo = ({ id, wallet, address }: Place) => ['mcp server', wallet, id, address]

export function sealToken(
  box: SecretBox,
  token: string,
  place: Place,
): Pick<SealedServer, 'sealed' | 'secretId'> {
  const { bytes, secretId } = box.seal(token, boundTo(place))
  return { sealed: bytes, secretId }
}

/** Null if no secret of this server opens it, or the row is not as it was stored. */
export function openToken(box: SecretBox, row: SealedServer): string | null {
  return box.open({ bytes: row.sealed, secretId: row.secretId }, boundTo(row))
}

const ROWS_AT_ONCE = 100

/** Encrypts the tokens of all servers under the first secret; see `rotateKeys`. */
export async function rotateTokens(db: Db, box: SecretBox, rowsAtOnce = ROWS_AT_ONCE) {
  const unreadable = new Set<string>()
  let rotated = 0
  for (let isChanged = true; isChanged; ) {
    isChanged = false
    for (let after: string | null = null; ; ) {
      const rows: SealedServer[] = await listMcpUnderOthers(db, {
        ...{ secretId: box.secretId, after, limit: rowsAtOnce },
      })
      for (const row of rows) {
        const token = openToken(box, row)
        if (token === null) unreadable.add(row.id)
        else if (await replaceSealedToken(db, row, sealToken(box, token, row))) rotated++
        else isChanged = true
      }
      after = rows.at(-1)?.id ?? null
      if (rows.length < rowsAtOnce) break
    }
  }
  return { rotated, unreadable: [...unreadable] }
}
