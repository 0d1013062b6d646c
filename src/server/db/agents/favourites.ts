import { and, count, desc, eq } from 'drizzle-orm'
import type { AgentSummary } from '../../../shared/agents/agents.ts'
import type { Db } from '../connect/connect.ts'
import { lockNames } from '../lock-names.ts'
import { agentFavourites, agents } from '../schema/agents.ts'
import { opensFor, present, summaryColumns } from './agents.ts'
import { opensTo } from './visibility.ts'

/** Lists the wallet's favourites that it may open, most recently added first. */
export async function listFavourites(db: Db, wallet: string, most: number): Promise<AgentSummary[]> {
  const rows = await db
    .select(summaryColumns)
    .from(agentFavourites)
    .innerJoin(agents, eq(agents.id, agentFavourites.agentId))
    .where(and(eq(agentFavourites.wallet, wallet), opensTo(wallet)))
    .orderBy(desc(agentFavourites.createdAt), desc(agentFavourites.agentId))
    .limit(most)
  return rows.map(present)
}

/** Adds a favourite. Those that the wallet can't open now, and so could not remove, do not count towards `most`. */
export async function insertFavourite(
  db: Db,
  favourite: { id: string; wallet: string; at: Date; most: number },
): Promise<'kept' | 'full' | null> {
  const { id, wallet } = favourite
  return db.transaction(async (transaction) => {
    // Serializes additions by the same wallet, so that the limit holds.
    await lockNames(transaction, `favourites ${wallet}`)
    const [agent] = await transaction
      .select({ favourite: agentFavourites.agentId })
      .from(agents)
      .leftJoin(
        agentFavourites,
        and(eq(agentFavourites.agentId, agents.id), eq(agentFavourites.wallet, wallet)),
      )
      .where(opensFor(id, wallet))
    if (!agent) return null
    if (agent.favourite) return 'kept'
    const [kept] = await transaction
      .select({ count: count() })
      .from(agentFavourites)
      .innerJoin(agents, eq(agents.id, agentFavourites.agentId))
      .where(and(eq(agentFavourites.wallet, wallet), opensTo(wallet)))
    if ((kept?.count ?? 0) >= favourite.most) return 'full'
    await transaction.insert(agentFavourites).values({ wallet, agentId: id, createdAt: favourite.at })
    return 'kept'
  })
}

/** False if the wallet may not open the agent. */
export async function deleteFavourite(db: Db, id: string, wallet: string): Promise<boolean> {
  const [agent] = await db.select({ id: agents.id }).from(agents).where(opensFor(id, wallet))
  if (!agent) return false
  await db
    .delete(agentFavourites)
    .where(and(eq(agentFavourites.agentId, id), eq(agentFavourites.wallet, wallet)))
  return true
}
