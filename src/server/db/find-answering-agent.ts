import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { AnsweringAgent } from '../../shared/chat.ts'
import type { Db } from './connect.ts'
import { agents } from './schema/agents.ts'

/**
 * Prepares the question that stands before every reply: the agent, if it opens for this wallet (decision 8). To build the
 * query each time would cost more than to answer it.
 */
export function prepareFindAnsweringAgent(
  db: Db,
): (id: string, wallet: string | null) => Promise<AnsweringAgent | null> {
  const query = db
    .select({
      name: agents.name,
      description: agents.description,
      personality: agents.personality,
      capabilities: agents.capabilities,
      knowledgeDomains: agents.knowledgeDomains,
    })
    .from(agents)
    .where(
      and(
        eq(agents.id, sql.placeholder('id')),
        isNull(agents.deletedAt),
        or(eq(agents.visibilityEnabled, true), eq(agents.owner, sql.placeholder('wallet'))),
      ),
    )
    .prepare('find_answering_agent')
  return async (id, wallet) => {
    // Nobody owns an agent by an empty address.
    const [agent] = await query.execute({ id, wallet: wallet ?? '' })
    return agent ?? null
  }
}
