import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { citedIn } from '../../../shared/chat/cited-sources.ts'
import { type CitedSource, citedSourceSchema } from '../../../shared/knowledge/cited-source.ts'
import type { Db } from '../connect/connect.ts'
import type { ReplyPlace } from './running-turns.ts'

/** The columns that identify a stored reply, by table. */
const tables = {
  realm_messages: { conversation: sql.raw('realm_id'), table: sql.raw('realm_messages') },
  swarm_turns: { conversation: sql.raw('run_id'), table: sql.raw('swarm_turns') },
} satisfies Record<string, { conversation: SQL; table: SQL }>

/** The columns that a statement which ends dead replies has to return of each. */
export const endedColumns = {
  conversationId: z.string(),
  replyId: z.string(),
  content: z.string(),
  sources: z.nullable(z.array(citedSourceSchema)),
}

interface EndedWithSources extends ReplyPlace {
  content: string
  sources: CitedSource[] | null
}

/**
 * Removes the passages that replies do not cite, as a server does that ends its own replies: of a dead one's it is only
 * known which text was stored last once they are ended. To be called in the same transaction.
 * @returns the replies as they are stored then
 */
export async function keepCited<Ended extends EndedWithSources>(
  transaction: Db,
  kind: keyof typeof tables,
  ended: readonly Ended[],
): Promise<Ended[]> {
  const kept = ended.map((reply) => ({
    ...reply,
    sources: reply.sources && citedIn(reply.content, reply.sources),
  }))
  const changed = kept.filter(({ sources }, at) => sources?.length !== ended[at]?.sources?.length)
  if (changed.length > 0) {
    const { conversation, table } = tables[kind]
    await transaction.execute(sql`
      update ${table} reply set sources = kept.sources::jsonb
      from unnest(
        ${sql.param(changed.map(({ conversationId }) => conversationId))}::uuid[],
        ${sql.param(changed.map(({ replyId }) => replyId))}::uuid[],
        ${sql.param(changed.map(({ sources }) => JSON.stringify(sources)))}::text[]
      ) as kept (conversation_id, reply_id, sources)
      where reply.${conversation} = kept.conversation_id and reply.id = kept.reply_id`)
  }
  return kept
}
