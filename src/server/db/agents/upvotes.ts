import { and, eq, sql } from 'drizzle-orm'
import type { UpvoteCount } from '../../../shared/agents/agents.ts'
import type { Db } from '../connect/connect.ts'
import { agents, agentUpvotes } from '../schema/agents.ts'
import { opensFor } from './agents.ts'

/** Null if the wallet may not open the agent. A vote is a row, and only its insert or delete changes the count. */
export async function setUpvote(
  db: Db,
  vote: { id: string; wallet: string; upvoted: boolean; at: Date },
): Promise<UpvoteCount | null> {
  const { id, wallet, upvoted } = vote
  return db.transaction(async (transaction) => {
    const changed = upvoted
      ? await transaction
          .insert(agentUpvotes)
          .select(
            transaction
              .select({
                agentId: agents.id,
                wallet: sql`${wallet}::text`.as('wallet'),
                createdAt: sql`${vote.at.toISOString()}::timestamptz`.as('created_at'),
              })
              .from(agents)
              .where(opensFor(id, wallet)),
          )
          .onConflictDoNothing()
          .returning({ agentId: agentUpvotes.agentId })
      : await transaction
          .delete(agentUpvotes)
          .where(
            and(
              eq(agentUpvotes.agentId, id),
              eq(agentUpvotes.wallet, wallet),
              sql`exists (select from ${agents} where ${opensFor(id, wallet)})`,
            ),
          )
          .returning({ agentId: agentUpvotes.agentId })
    const step = changed.length * (upvoted ? 1 : -1)
    const [row] =
      step === 0
        ? await transaction.select({ upvotes: agents.upvotes }).from(agents).where(opensFor(id, wallet))
        : await transaction
            .update(agents)
            .set({ upvotes: sql`${agents.upvotes} + ${step}::int` })
            .where(eq(agents.id, id))
            .returning({ upvotes: agents.upvotes })
    return row ? { upvotes: row.upvotes, upvoted } : null
  })
}
