import { and, type Column, eq, isNull, or, sql } from 'drizzle-orm'
import type { Sql } from 'postgres'
import type { AnsweringAgent } from '../../../shared/chat/chat.ts'
import type { Db } from '../connect/connect.ts'
import { agents } from '../schema/agents.ts'

/** The columns of an agent from which its replies are made: every statement that brings them gets them from here. */
const answeringColumns = {
  name: agents.name,
  description: agents.description,
  personality: agents.personality,
  capabilities: agents.capabilities,
  knowledgeDomains: agents.knowledgeDomains,
} satisfies Record<keyof AnsweringAgent, Column>

const written = Object.entries(answeringColumns).map(([name, column]) => `${column.name} as "${name}"`)

/** The same in a statement that is written out, which reads them from `agents` alone. Its rows have an `AnsweringAgent`. */
export const selectAnswering = (sql: Sql) => sql.unsafe(written.join(', '))

/**
 * Prepares the question that stands before every reply: the agent, if it opens for this wallet (decision 8). To build the
 * query each time would cost more than to answer it.
 */
export function prepareFindAnsweringAgent(
  db: Db,
): (id: string, wallet: string | null) => Promise<AnsweringAgent | null> {
  const query = db
    .select(answeringColumns)
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
