import { and, eq, exists, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { pickFields, promptedFields } from '../../../shared/agents/agent-fields.ts'
import { storedFields } from '../../../shared/agents/agents.ts'
import type { AnsweringPersona } from '../../../shared/agents/persona.ts'
import type { AnsweringAgent, AnsweringDocuments } from '../../../shared/chat/chat.ts'
import type { Db } from '../connect/connect.ts'
import { shownName } from '../people/shown-people.ts'
import { agents } from '../schema/agents.ts'
import { sources } from '../schema/knowledge.ts'
import { answersTo } from './visibility.ts'

const ownColumns = {
  ...pickFields(agents, promptedFields),
  model: agents.model,
  tools: agents.tools,
  owner: agents.owner,
}

/** Null for most agents. `wallet` is null where several speak. Column names are written out, as in all subqueries. */
const personaOf = (wallet: SQL | Placeholder | null) => sql<AnsweringPersona | null>`(
  select json_build_object('persona', persona, 'lorebook', lorebook, 'person', ${
    wallet === null ? sql`null` : shownName(wallet)
  }) from personas where personas.agent_id = agents.id)`

const NAMED_DOCUMENTS = 5

// Null without documents, and for a draft of somebody else. The names are for those who see the list of documents: the
// owner, and everybody if the owner opened whole documents of a public agent. `wallet` is null where several speak.
function documentsOf(wallet: SQL | Placeholder | null) {
  const isOwn = wallet === null ? sql`false` : sql`agents.owner = ${wallet}`
  return sql<AnsweringDocuments | null>`(
    select json_build_object('count', count(*)::int, 'names', case
      when ${isOwn} or exists (
        select from agent_knowledge where agent_id = agents.id and sources_open = 'documents')
      then to_json((array_agg(document.name order by document.position))[1:${sql.raw(`${NAMED_DOCUMENTS}`)}])
      else '[]' end)
    from sources document
    where document.agent_id = agents.id and document.deleted_at is null and document.searched is not null
      and (agents.is_public or ${isOwn})
    having count(*) > 0)`
}

/** What replies are generated from. All statements take it from here, so a persona costs no statement of its own. */
export const answeringColumns = (wallet: Placeholder | null) => ({
  ...ownColumns,
  persona: personaOf(wallet).as('answering_persona'),
  ownDocuments: documentsOf(wallet).as('answering_documents'),
})

const written = Object.entries(ownColumns).map(([name, column]) => `${column.name} as "${name}"`)

/** The same columns for raw SQL that selects from `agents` alone. Its rows match `answeringAgentRow`. */
export const selectAnswering = (wallet: SQL | null) =>
  sql`${sql.raw(written.join(', '))}, ${personaOf(wallet)} as "persona", ${documentsOf(wallet)} as "ownDocuments"`

export const answeringAgentRow = z.object({
  ...pickFields(storedFields, promptedFields),
  model: storedFields.model,
  tools: storedFields.tools,
  owner: z.string(),
  // What the columns contain was parsed before it was stored.
  persona: z.nullable(z.custom<AnsweringPersona>()),
  ownDocuments: z.nullable(z.custom<AnsweringDocuments>()),
} satisfies Record<keyof AnsweringAgent, z.ZodMiniType>)

export type FoundAnswering = AnsweringAgent & { handle?: string | null; hasDocuments: boolean }

/** Decision 8: null if the wallet may not open it, or it is down. Building the query every time would cost more than running it. */
export function prepareFindAnsweringAgent(
  db: Db,
): (id: string, wallet: string | null) => Promise<FoundAnswering | null> {
  const query = db
    .select({
      ...answeringColumns(sql.placeholder('wallet')),
      handle: agents.handle,
      hasDocuments: exists(
        db
          .select({ one: sql`1` })
          .from(sources)
          .where(and(eq(sources.agentId, agents.id), isNull(sources.deletedAt))),
      ).mapWith(Boolean),
    })
    .from(agents)
    .where(and(eq(agents.id, sql.placeholder('id')), answersTo(sql.placeholder('wallet'))))
    .prepare('find_answering_agent')
  return async (id, wallet) => {
    // No agent's owner is an empty address.
    const [agent] = await query.execute({ id, wallet: wallet ?? '' })
    return agent ?? null
  }
}
