import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../connect/connect.ts'
import { agents } from '../schema/agents.ts'
import { mcpTools, toolGrants } from '../schema/tools.ts'

type GrantRow = typeof toolGrants.$inferSelect & { agentName: string | null; changed: boolean }

/** Whether none of the servers that its agent has offers the tool any more as it was when it was allowed. */
const changed = sql<boolean>`(${toolGrants.origin} <> '' and ${agents.id} is not null and not exists (
  select from ${mcpTools} where ${mcpTools.pin} = ${toolGrants.pin} and ${mcpTools.server} in (
    select listed ->> 'id' from jsonb_array_elements(coalesce(${agents.tools} -> 'servers', '[]')) as servers (listed))))`

/** The newest first. */
export async function listGrants(db: Db, wallet: string, limit: number): Promise<GrantRow[]> {
  const found = await db
    .select({ grant: toolGrants, agentName: agents.name, changed })
    .from(toolGrants)
    .leftJoin(agents, and(eq(agents.id, toolGrants.agentId), isNull(agents.deletedAt)))
    .where(eq(toolGrants.wallet, wallet))
    .orderBy(desc(toolGrants.createdAt), desc(toolGrants.id))
    .limit(limit)
  return found.map(({ grant, ...known }) => ({ ...grant, ...known }))
}

/** False if the wallet has no such grant. */
export async function removeGrant(db: Db, of: { id: string; wallet: string }): Promise<boolean> {
  const removed = await db
    .delete(toolGrants)
    .where(and(eq(toolGrants.id, of.id), eq(toolGrants.wallet, of.wallet)))
    .returning({ id: toolGrants.id })
  return removed.length > 0
}
