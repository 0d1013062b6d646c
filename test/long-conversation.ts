import { randomUUID } from 'node:crypto'
import type { TestDatabase } from './database.ts'
import { storeConversation } from './store-conversation.ts'

/** A statement on the embedded database has ten seconds, and a machine can be busy. */
const PORTION = 4_000

/** Puts a conversation of one path with so many turns into the database, by few statements. */
export async function storeLongConversation(
  database: TestDatabase,
  fields: { owner: string; agentId?: string },
  turns: number,
) {
  const id = randomUUID()
  const stem = id.slice(0, 24)
  const idOf = (number: number) => stem + number.toString(16).padStart(12, '0')
  const stored = { ...fields, id, activeLeaf: idOf(2 * turns), lastMessage: 2 * turns }
  await storeConversation(database, stored, [])
  for (let first = 1; first <= 2 * turns; first += PORTION)
    await database.sql`
    insert into messages (conversation_id, id, parent_id, depth, branch, number, role, content, state, created_at)
    select ${id}::uuid, (${stem} || lpad(to_hex(number), 12, '0'))::uuid,
      case when number > 1 then (${stem} || lpad(to_hex(number - 1), 12, '0'))::uuid end, number - 1, ${idOf(1)}::uuid,
      number, case number % 2 when 1 then 'user' else 'assistant' end,
      case number % 2 when 1 then 'Question ' else 'Answer ' end || (number + 1) / 2,
      case number % 2 when 0 then 'finished' end, now()
    from generate_series(${first}::int, ${Math.min(first + PORTION - 1, 2 * turns)}::int) as number`
  return { ...stored, idOf }
}

/** Conversations of one question each, as most are short, which is what a planner expects of any. */
export async function storeShortConversations(
  database: TestDatabase,
  owner: string,
  count: number,
): Promise<void> {
  await database.sql`
    with made as (
      insert into conversations (id, owner, agent_id, agent_name, title, active_leaf, last_message, created_at, updated_at)
      select gen_random_uuid(), ${owner}, gen_random_uuid(), 'Ada', 'Short', gen_random_uuid(), 1, now(), now()
      from generate_series(1, ${count}::int)
      returning id, active_leaf
    )
    insert into messages (conversation_id, id, number, role, content, created_at)
    select id, active_leaf, 1, 'user', 'Short?', now() from made`
}
