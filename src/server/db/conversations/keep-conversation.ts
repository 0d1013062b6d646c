import { and, eq, inArray, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { withCitedSources } from '../../../shared/chat/cited-sources.ts'
import type { KeptConversation } from '../../../shared/chat/kept-conversation.ts'
import { limits } from '../../../shared/common/limits.ts'
import { answersTo } from '../agents/visibility.ts'
import type { Db } from '../connect/connect.ts'
import type { OwnedId } from '../deletable-rows.ts'
import { countRows, rows } from '../rows.ts'
import { agents } from '../schema/agents.ts'
import { conversations, messages } from '../schema/conversations.ts'
import { toStored } from '../turns/stored-parts.ts'
import { analyzeMessages } from './message-path.ts'

const knownRow = z.object({ agentId: z.string(), ours: z.boolean(), lastMessage: z.int() })

/** The result; `missing` for an id that belongs to another wallet or to a deleted conversation. */
export type KeepOutcome = 'made' | 'added' | 'missing' | 'agent_missing' | 'agent_differs' | 'full'

/** The ids of those messages that the conversation has already, in lower case. */
export async function listStored(
  db: Db,
  conversationId: string,
  sent: readonly { id: string }[],
): Promise<ReadonlySet<string>> {
  const ids = sent.map(({ id }) => id)
  const found = await db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.conversationId, conversationId), inArray(messages.id, ids)))
  return new Set(found.map(({ id }) => id))
}

/** Messages that are stored already stay unchanged, so a conversation of the browser can be sent again with more. */
export async function keepConversation(
  db: Db,
  { id, owner }: OwnedId,
  kept: KeptConversation & { title: string; at: Date; apiKeyId?: string | undefined },
): Promise<KeepOutcome> {
  const at = kept.at.toISOString()
  const sent = kept.messages.map((message, place) => ({
    ...message,
    ...toStored(withCitedSources(message)),
    place,
  }))
  const leaf = kept.messages.at(-1)?.id ?? null
  const outcome = await db.transaction(async (transaction): Promise<KeepOutcome> => {
    const made = await countRows(
      transaction,
      sql`
      insert into ${conversations}
        (id, owner, agent_id, api_key_id, agent_name, title, model_ref, active_leaf, last_message, created_at, updated_at)
      select ${id}::uuid, ${owner}, id, ${kept.apiKeyId ?? null}::uuid, name, ${kept.title}, ${kept.modelRef ?? null}, ${leaf}::uuid, 0, ${at}::timestamptz, ${at}::timestamptz
      from ${agents}
      where id = ${kept.agentId} and ${answersTo(owner)}
      on conflict do nothing`,
    )
    const [known] = await rows(
      transaction,
      knownRow,
      sql`
      select agent_id as "agentId", owner = ${owner} and deleted_at is null as ours, last_message as "lastMessage"
      from ${conversations} where id = ${id} for update`,
    )
    if (!known) return 'agent_missing'
    if (!known.ours) return 'missing'
    if (known.agentId !== kept.agentId.toLowerCase()) return 'agent_differs'
    const there = await listStored(transaction, id, kept.messages)
    const lastMessage = known.lastMessage + kept.messages.length - there.size
    if (lastMessage === known.lastMessage) return 'added'
    if (lastMessage > limits.conversationMessages) return 'full'
    await transaction.execute(sql`
      insert into ${messages}
        (conversation_id, id, parent_id, number, role, content, reasoning, parts, state, cut_short, forgotten, erased,
          created_at, replied_at)
      select ${id}::uuid, sent.id, sent."parentId", ${known.lastMessage}::int + row_number() over (order by place),
        sent.role, sent.content, sent.reasoning, sent.parts, sent.state, coalesce(sent."cutShort", false), coalesce(sent.forgotten, 0),
        coalesce(sent.erased, false),
        -- By the clock of a page, which may be wrong.
        least(sent."createdAt", ${at}::timestamptz),
        case when sent."repliedAt" is not null then least(sent."repliedAt", ${at}::timestamptz) end
      from json_to_recordset(${JSON.stringify(sent)}::json)
        as sent (place int, id uuid, "parentId" uuid, role text, content text, reasoning text, parts jsonb, state text, "cutShort" boolean,
          forgotten int, erased boolean, "createdAt" timestamptz, "repliedAt" timestamptz)
      where not exists (select from ${messages} there where there.conversation_id = ${id} and there.id = sent.id)`)
    await transaction.execute(sql`
      update ${conversations} set last_message = ${lastMessage}::int, active_leaf = ${leaf}::uuid,
        updated_at = ${at}::timestamptz
      where id = ${id}`)
    return made > 0 ? 'made' : 'added'
  })
  await analyzeMessages(db, kept.messages.length)
  return outcome
}
