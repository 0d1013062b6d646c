import type { SecretBox } from '../../../base/secrets/secret-box.ts'
import type { Db } from '../../../db/connect/connect.ts'
import { CLIENT, listSignInsUnderOthers, replaceSignIn, type SignInRow } from '../../../db/mcp/tokens.ts'
import { open, type SignInServer, seal } from './stored-sign-in.ts'

const ROWS_AT_ONCE = 100

/**
 * Encrypts all sign-ins under the first secret; see `rotateKeys`. Of those that do not open nobody is told: these people
 * sign in once more.
 * @param find a server as it is now, which a sign-in is bound to
 * @returns how many were encrypted anew
 */
export async function rotateSignIns(
  db: Db,
  box: SecretBox,
  find: (id: string) => Promise<SignInServer | null>,
  rowsAtOnce = ROWS_AT_ONCE,
): Promise<number> {
  let rotated = 0
  for (let after: SignInRow | null = null; ; ) {
    const rows: SignInRow[] = await listSignInsUnderOthers(db, {
      ...{ secretId: box.secretId, after, limit: rowsAtOnce },
    })
    for (const row of rows) {
      const server = await find(row.server)
      const next = server && sealedAnew(box, row, server)
      // One that changed meanwhile was encrypted by a server, which has the first secret as well.
      if (next && (await replaceSignIn(db, row, next))) rotated++
    }
    after = rows.at(-1) ?? null
    if (rows.length < rowsAtOnce) return rotated
  }
}

function sealedAnew(box: SecretBox, row: SignInRow, server: SignInServer) {
  if (row.wallet === CLIENT) {
    const client = open(box, 'client', row, { server })
    return client && seal(box, 'client', client, { server })
  }
  const cell = { server, wallet: row.wallet }
  const stored = open(box, 'signIn', row, cell)
  return stored && seal(box, 'signIn', stored, cell)
}
