import { and, eq, inArray } from 'drizzle-orm'
import { isOwnServer } from '../../../shared/tools/tool-states.ts'
import type { Db } from '../connect/connect.ts'
import { mcpServers } from '../schema/tools.ts'

/** Which of these are a wallet's own servers of tools. Names of the place's are none. */
export async function listUsableServers(db: Db, wallet: string, ids: readonly string[]): Promise<string[]> {
  const own = ids.filter(isOwnServer)
  if (own.length === 0) return []
  const found = await db
    .select({ id: mcpServers.id })
    .from(mcpServers)
    .where(and(eq(mcpServers.wallet, wallet), inArray(mcpServers.id, own)))
  return found.map(({ id }) => id)
}

/**
 * Whether a server is there, which nobody removes before the transaction ends: what comes from it afterwards would stay
 * for ever. Those of the place always are.
 */
export async function holdServer(transaction: Db, id: string): Promise<boolean> {
  if (!isOwnServer(id)) return true
  const found = await transaction
    .select({ id: mcpServers.id })
    .from(mcpServers)
    .where(eq(mcpServers.id, id))
    .for('key share')
  return found.length > 0
}
