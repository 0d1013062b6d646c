import { sql } from 'drizzle-orm'
import type { KeptConversation } from '../../../shared/chat/kept-conversation.ts'
import { limits } from '../../../shared/common/limits.ts'
import type { Db } from '../connect/connect.ts'
import type { OwnedId } from '../deletable-rows.ts'
import { agents } from '../schema/agents.ts'
import { conversations, messages } from '../schema/conversations.ts'
import { toStored } from '../turns/stored-parts.ts'

/** What came of it; `missing` for an id that is another wallet's, or of what was deleted. */
export type KeepOutcome = 'made' | 'added' | 'missing' | 'agent_missing' | 'agent_differs' | 'full'

/**
 * Stores a conversation that was led in a page. What is there of it already stays as it is, so it can be sent again,
 * with more. A wallet's agent that it can't talk to begins no conversation.
 */
export async function keepConversation(
  db: Db,
  { id, owner }: OwnedId,
  kept: KeptConversation & { title: string; at: Date },
): Promise<KeepOutcome> {
  const at = kept.at.toISOString()
  const rows = kept.messages.map((message, place) => ({ ...message, ...toStored(message), place }))
  const leaf = kept.messages.at(-1)?.id ?? null
  return db.transaction(async (transaction) => {
    const made = await transaction.execute(sql`
      insert into ${conversations}
        (id, owner, agent_id, agent_name, title, active_leaf, last_message, created_at, updated_at)
      select ${id}::uuid, ${owner}, id, name, ${kept.title}, ${leaf}::uuid, 0, ${at}::timestamptz, ${at}::timestamptz
      from ${agents}
      where id = ${kept.agentId} and deleted_at is null and (visibility_enabled or owner = ${owner})
      on conflict do nothing
      returning id`)
    const [known] = await transaction.execute<{ agentId: string; ours: boolean; lastMessage: number }>(sql`
      select agent_id as "agentId", owner = ${owner} and deleted_at is null as ours, last_message as "lastMessage"
      from ${conversations} where id = ${id} for update`)
    if (!known) return 'agent_missing'
    if (!known.ours) return 'missing'
    if (known.agentId !== kept.agentId.toLowerCase()) return 'agent_differs'
    const [there] = await transaction.execute<{ count: number }>(sql`
      select count(*)::int as count from ${messages}
      where conversation_id = ${id} and id = any(${`{${kept.messages.map((message) => message.id)}}`}::uuid[])`)
    const lastMessage = known.lastMessage + kept.messages.length - (there?.count ?? 0)
    if (lastMessage === known.lastMessage) return 'added'
    if (lastMessage > limits.conversationMessages) return 'full'
    await transaction.execute(sql`
      insert into ${messages}
        (conversation_id, id, parent_id, number, role, content, reasoning, parts, state, cut_short, forgotten, created_at,
          replied_at)
      select ${id}::uuid, sent.id, sent."parentId", ${known.lastMessage}::int + row_number() over (order by place),
        sent.role, sent.content, sent.reasoning, sent.parts, sent.state, coalesce(sent."cutShort", false), coalesce(sent.forgotten, 0),
        -- By the clock of a page, which may be wrong.
        least(sent."createdAt", ${at}::timestamptz),
        case when sent."repliedAt" is not null then least(sent."repliedAt", ${at}::timestamptz) end
      from json_to_recordset(${JSON.stringify(rows)}::text::json)
        as sent (place int, id uuid, "parentId" uuid, role text, content text, reasoning text, parts jsonb, state text, "cutShort" boolean,
          forgotten int, "createdAt" timestamptz, "repliedAt" timestamptz)
      where not exists (select from ${messages} there where there.conversation_id = ${id} and there.id = sent.id)`)
    await transaction.execute(sql`
      update ${conversations} set last_message = ${lastMessage}::int, active_leaf = ${leaf}::uuid,
        updated_at = ${at}::timestamptz
      where id = ${id}`)
    return made.length > 0 ? 'made' : 'added'
  })
}
