import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from '../connect/connect.ts'
import { prepared } from '../rows.ts'
import { storedPartsColumns } from '../turns/stored-parts.ts'

/** So many replies are noted at once: a statement of them is short, and the next ones follow at once. */
const AT_ONCE = 100

const waitingRow = z.object({
  ...storedPartsColumns,
  /** How many entries the record has. */
  size: z.coerce.number(),
  /** The id of the key that signs. */
  key: z.nullable(z.string()),
  conversationId: z.string(),
  replyId: z.string(),
  endedAt: z.pipe(
    z.string(),
    z.transform((time) => new Date(time).toISOString()),
  ),
  agentId: z.string(),
  version: z.nullable(z.string()),
  question: z.string(),
  /** The reply before on its path that is or is to be noted, and its leaf. */
  previous: z.nullable(z.string()),
  previousLeaf: z.nullable(z.instanceof(Buffer)),
})

/** A finished reply that is not in the record yet. */
export type WaitingReply = z.output<typeof waitingRow>

const selectWaiting = prepared(
  'receipts_waiting',
  waitingRow,
  [],
  // One statement, so that the size is of the moment at which these were waiting.
  () => sql`
    with waiting as (
      select conversation_id, reply_id, created_at from receipt_salts where index is null
      order by created_at, conversation_id, reply_id limit ${sql.raw(`${AT_ONCE}`)}
    )
    select (select coalesce(max(size), 0)::text from receipt_checkpoints) as size,
      (select open ->> 'id' from place_secrets where name = 'receipts') as key,
      waiting.conversation_id as "conversationId", waiting.reply_id as "replyId", waiting.created_at as "endedAt",
      conversation.agent_id as "agentId", reply.content, reply.reasoning, reply.parts,
      coalesce(question.content, '') as question,
      (select hash from agent_manifests manifest
        where manifest.agent_id = conversation.agent_id and manifest.created_at <= reply.created_at
        order by manifest.created_at desc limit 1) as version,
      before.reply_id as previous, before.leaf as "previousLeaf"
    from waiting join messages reply
      on reply.conversation_id = waiting.conversation_id and reply.id = waiting.reply_id
    join conversations conversation on conversation.id = waiting.conversation_id
    left join messages question
      on question.conversation_id = waiting.conversation_id and question.id = reply.parent_id
    left join lateral (
      with recursive above as (
        select question.parent_id as id
        union all
        select message.parent_id from above
        join messages message on message.conversation_id = waiting.conversation_id and message.id = above.id
        where not exists (
          select from receipt_salts noted
          where noted.conversation_id = waiting.conversation_id and noted.reply_id = above.id)
      )
      select noted.reply_id, noted.leaf from above join receipt_salts noted
        on noted.conversation_id = waiting.conversation_id and noted.reply_id = above.id
    ) before on true
    order by waiting.created_at, waiting.conversation_id, waiting.reply_id`,
)

/** The replies that wait longest, in the order in which they ended. */
export const readWaiting = (db: Db): Promise<WaitingReply[]> => selectWaiting(db, {})
