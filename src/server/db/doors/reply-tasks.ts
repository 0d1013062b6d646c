import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { replyStateSchema } from '../../../shared/chat/message-schemas.ts'
import type { ReplyState } from '../../../shared/chat/messages.ts'
import type { Db } from '../connect/connect.ts'
import type { Place } from '../cursor.ts'
import { rows } from '../rows.ts'
import { joinRunning } from '../turns/running-turns.ts'
import { storedPartsColumns } from '../turns/stored-parts.ts'

/** Which replies a key can read: those of conversations that it made, with one agent. */
export interface TaskScope {
  wallet: string
  keyId: string
  agentId: string
}

const time = z.pipe(
  z.string(),
  z.transform((text) => new Date(text)),
)

const taskRow = z.object({
  ...storedPartsColumns,
  conversationId: z.string(),
  replyId: z.string(),
  messageId: z.string(),
  question: z.string(),
  state: replyStateSchema,
  cutShort: z.boolean(),
  requestId: z.string(),
  /** When its state last changed (A2A's `status.timestamp`), in whole milliseconds, so that a cursor can repeat it. */
  changedAt: time,
})

/** A stored reply with its question. Of a running one, the parts that were stored so far. */
export type StoredTask = z.infer<typeof taskRow>

export async function findTask(
  db: Db,
  scope: TaskScope,
  { replyId, conversationId }: { replyId: string; conversationId: string | undefined },
): Promise<StoredTask | null> {
  const [row] = await rows(
    db,
    taskRow,
    sql`select ${columns} ${from(scope)} ${inConversation(conversationId)} and reply.id = ${replyId}::uuid limit 1`,
  )
  return row ?? null
}

export interface TaskFilter {
  conversationId?: string | undefined
  /** Empty for no state at all; undefined for all of them. */
  states?: readonly ReplyState[] | undefined
  /** Inclusive, as A2A has it: of two that change in one millisecond, none is missed. */
  changedSince?: Date | undefined
}

/** Changed last first: one task more than the limit if there are more, and the number of all that pass the filter. */
export async function listTasks(
  db: Db,
  scope: TaskScope,
  {
    conversationId,
    states,
    changedSince,
    after,
    limit,
  }: TaskFilter & { after?: Place | undefined; limit: number },
): Promise<{ tasks: StoredTask[]; total: number }> {
  const filtered = sql`${from(scope)}
    ${inConversation(conversationId)}
    ${states === undefined ? sql`` : sql`and reply.state = any(${sql.param([...states])}::text[])`}
    ${changedSince === undefined ? sql`` : sql`and ${changedAt} >= ${changedSince.toISOString()}::timestamptz`}`
  const page = after
    ? sql`and (${changedAt}, reply.id) < (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`
    : sql``
  const [tasks, [count]] = await Promise.all([
    rows(
      db,
      taskRow,
      sql`select ${columns} ${filtered} ${page} order by ${changedAt} desc, reply.id desc limit ${limit + 1}`,
    ),
    rows(db, z.object({ total: z.int() }), sql`select count(*)::int as total ${filtered}`),
  ])
  return { tasks, total: count?.total ?? 0 }
}

/** The message that a conversation of the key goes on from; null if it made no such conversation with this agent. */
export async function findLeaf(db: Db, scope: TaskScope, conversationId: string): Promise<string | null> {
  const [row] = await rows(
    db,
    z.object({ leaf: z.string() }),
    sql`select conversation.active_leaf as leaf from conversations conversation
      where ${inScope(scope)} and conversation.id = ${conversationId}::uuid`,
  )
  return row?.leaf ?? null
}

/** Whether there is a conversation with this id that was deleted. */
export async function isDeletedConversation(db: Db, conversationId: string): Promise<boolean> {
  const [row] = await rows(
    db,
    z.object({ isDeleted: z.boolean() }),
    sql`select deleted_at is not null as "isDeleted" from conversations where id = ${conversationId}::uuid`,
  )
  return row?.isDeleted ?? false
}

/** When the card of an agent changed, which names its version; null if it never did. */
export async function findLastChange(db: Db, agentId: string): Promise<Date | null> {
  const [row] = await rows(
    db,
    z.object({ at: z.nullable(time) }),
    sql`
    select greatest(
      (select max(replaced_at) from agent_versions where agent_id = ${agentId}::uuid),
      (select max(greatest(created_at, signed_at)) from agent_manifests where agent_id = ${agentId}::uuid)
    )::text as at`,
  )
  return row?.at ?? null
}

/** A running reply has been at work since it was asked for, whenever its first word came. */
const changedAt = sql`date_trunc('milliseconds', coalesce(reply.ended_at, reply.replied_at, reply.created_at))`

const columns = sql`conversation.id as "conversationId", reply.id as "replyId",
  coalesce(question.sent_as, question.id::text) as "messageId", question.content as question, reply.state, reply.cut_short as "cutShort",
  coalesce(reply.request_id, '') as "requestId", ${changedAt}::text as "changedAt",
  coalesce(running.words, reply.content) as content, coalesce(running.reasoning, reply.reasoning) as reasoning,
  coalesce(running.parts, reply.parts) as parts`

const inScope = ({ wallet, keyId, agentId }: TaskScope): SQL => sql`conversation.owner = ${wallet}
  and conversation.api_key_id = ${keyId}::uuid and conversation.agent_id = ${agentId}::uuid
  and conversation.deleted_at is null`

const inConversation = (id: string | undefined): SQL =>
  id === undefined ? sql`` : sql`and conversation.id = ${id}::uuid`

const from = (scope: TaskScope): SQL => sql`from conversations conversation
  join messages reply on reply.conversation_id = conversation.id and reply.role = 'assistant'
  join messages question on question.conversation_id = conversation.id and question.id = reply.parent_id
  ${joinRunning('reply')}
  where ${inScope(scope)} and not (reply.erased and reply.request_id is null)`
