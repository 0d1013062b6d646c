import { and, asc, count, eq, gt, inArray, isNotNull, like, ne, or, sql } from 'drizzle-orm'
import type { Db } from '../connect/connect.ts'
import { mcpChecks, mcpServers, mcpTokens, mcpTools } from '../schema/tools.ts'
import { deletePendingOf } from './tokens.ts'

export type McpServerRow = typeof mcpServers.$inferSelect

interface Owned {
  id: string
  wallet: string
}

const owned = ({ id, wallet }: Owned) => and(eq(mcpServers.id, id), eq(mcpServers.wallet, wallet))

/** In the order in which they were added. */
export async function listMcpServers(db: Db, wallet: string): Promise<McpServerRow[]> {
  return db
    .select()
    .from(mcpServers)
    .where(eq(mcpServers.wallet, wallet))
    .orderBy(asc(mcpServers.createdAt), asc(mcpServers.id))
}

/** Whosever they are. */
export async function findMcpServers(db: Db, ids: readonly string[]): Promise<McpServerRow[]> {
  if (ids.length === 0) return []
  return db
    .select()
    .from(mcpServers)
    .where(inArray(mcpServers.id, [...ids]))
}

/** `full` if the wallet has `most` already. */
export function insertMcpServer(db: Db, row: McpServerRow, most: number): Promise<'made' | 'full'> {
  return db.transaction(async (transaction) => {
    // Serializes requests of one wallet, because two at once could exceed the limit together.
    await transaction.execute(
      sql`select pg_advisory_xact_lock(hashtextextended('mcp servers ' || ${row.wallet}::text, 0))`,
    )
    const [stored] = await transaction
      .select({ servers: count() })
      .from(mcpServers)
      .where(eq(mcpServers.wallet, row.wallet))
    if ((stored?.servers ?? 0) >= most) return 'full'
    await transaction.insert(mcpServers).values(row)
    return 'made'
  })
}

/** Null if the wallet has no such server. */
export async function updateMcpServer(
  db: Db,
  of: Owned,
  changes: Partial<Pick<McpServerRow, 'name' | 'auth' | 'sealed' | 'secretId'>>,
): Promise<McpServerRow | null> {
  const [row] = await db.update(mcpServers).set(changes).where(owned(of)).returning()
  return row ?? null
}

/** Removes it with all that is known of it and all sign-ins at it; false if the wallet has no such server. */
export function deleteMcpServer(db: Db, of: Owned): Promise<boolean> {
  return db.transaction(async (transaction) => {
    const deleted = await transaction.delete(mcpServers).where(owned(of)).returning({ id: mcpServers.id })
    await forgetServers(
      transaction,
      deleted.map(({ id }) => id),
    )
    return deleted.length > 0
  })
}

/** Removes a wallet's servers, and its sign-ins at those of others, in the caller's transaction. */
export async function removeMcpOf(transaction: Db, wallet: string): Promise<void> {
  const deleted = await transaction
    .delete(mcpServers)
    .where(eq(mcpServers.wallet, wallet))
    .returning({ id: mcpServers.id })
  await forgetServers(
    transaction,
    deleted.map(({ id }) => id),
  )
  // A mark that one is being renewed has a word before the wallet.
  await transaction
    .delete(mcpTokens)
    .where(or(eq(mcpTokens.wallet, wallet), like(mcpTokens.wallet, `% ${wallet}`)))
  await deletePendingOf(transaction, wallet)
}

async function forgetServers(transaction: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  for (const table of [mcpTools, mcpChecks, mcpTokens])
    await transaction.delete(table).where(inArray(table.server, [...ids]))
}

/** A server with a token. */
export type SealedServer = Pick<McpServerRow, 'id' | 'wallet' | 'address'> & {
  sealed: Uint8Array
  secretId: string
}

/** Servers whose token is encrypted under another secret than this one, in the order of their ids. */
export async function listMcpUnderOthers(
  db: Db,
  { secretId, after, limit }: { secretId: string; after: string | null; limit: number },
): Promise<SealedServer[]> {
  const found = await db
    .select()
    .from(mcpServers)
    .where(
      and(
        isNotNull(mcpServers.sealed),
        ne(mcpServers.secretId, secretId),
        after === null ? undefined : gt(mcpServers.id, after),
      ),
    )
    .orderBy(asc(mcpServers.id))
    .limit(limit)
  return found.flatMap(({ id, wallet, address, sealed, secretId: under }) =>
    sealed && under !== null ? [{ id, wallet, address, sealed, secretId: under }] : [],
  )
}

/** Replaces a ciphertext; false if it is not the one that was read any more. */
export async function replaceSealedToken(
  db: Db,
  { id, sealed }: Pick<SealedServer, 'id' | 'sealed'>,
  next: Pick<SealedServer, 'sealed' | 'secretId'>,
): Promise<boolean> {
  const changed = await db
    .update(mcpServers)
    .set(next)
    .where(and(eq(mcpServers.id, id), eq(mcpServers.sealed, sealed)))
    .returning({ id: mcpServers.id })
  return changed.length > 0
}
