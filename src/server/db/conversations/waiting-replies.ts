import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { ReplyState } from '../../../shared/chat/messages.ts'
import type { Db } from '../connect/connect.ts'
import { rows } from '../rows.ts'
import { conversations, messages } from '../schema/conversations.ts'
import type { StoredPart } from '../schema/part-columns.ts'
import type { ReplyPlace } from '../turns/running-turns.ts'
import { type StoredParts, storedPartsColumns } from '../turns/stored-parts.ts'
import { CHOSEN_PATH_BYTES, hasFacts, toldPath, toldPathColumns, toldPathRow } from './told-path.ts'

const isReply = ({ conversationId, replyId }: ReplyPlace) =>
  and(eq(messages.conversationId, conversationId), eq(messages.id, replyId))

/**
 * Changes the parts of a reply that no server receives, and the state that it ended in.
 * @param change returns null to leave it as it is
 */
export function changeEndedReply(
  db: Db,
  place: ReplyPlace,
  change: (reply: { parts: StoredPart[]; state: ReplyState }) => {
    parts: StoredPart[]
    state: ReplyState
  } | null,
): Promise<void> {
  return db.transaction(async (transaction) => {
    const [reply] = await transaction
      .select({ parts: messages.parts, state: messages.state, content: messages.content })
      .from(messages)
      .where(isReply(place))
      .for('update')
    if (!reply || reply.state === null || reply.state === 'running') return
    // Of a reply of text alone there is one part.
    const text: StoredPart[] = reply.content === '' ? [] : [{ kind: 'text' }]
    const changed = change({ parts: reply.parts ?? text, state: reply.state })
    if (changed) await transaction.update(messages).set(changed).where(isReply(place))
  })
}

/** A reply that goes on, as it is stored. */
export interface ResumedReply extends StoredParts {
  repliedAt: Date | null
}

const resumedRow = z.object({
  ...storedPartsColumns,
  repliedAt: z.nullable(
    z.pipe(
      z.string(),
      z.transform((text) => new Date(text)),
    ),
  ),
})

/**
 * Has this server receive a reply that waits, or that broke off after its agent had done something. One of two servers
 * wins.
 * @returns null if it runs or has ended otherwise
 * @throws `unique_violation` if another reply of the conversation runs
 */
export async function takeUpReply(
  db: Db,
  { server, from, requestId }: { server: string; from: readonly ReplyState[]; requestId: string },
  { conversationId, replyId }: ReplyPlace,
): Promise<ResumedReply | null> {
  const [row] = await rows(
    db,
    resumedRow,
    sql`
    with place as materialized (
      -- The conversation before its messages, as who deletes words of it has them: else each could wait for the other.
      select id from conversations where id = ${conversationId} for key share
    ),
    taken as (
      update messages set state = 'running', request_id = ${requestId} from place
      where conversation_id = place.id and messages.id = ${replyId} and state = any(${sql.param(from)}::text[])
      returning messages.*
    ),
    running as (
      insert into running_turns (conversation_id, reply_id, server, words, reasoning, parts, revision, replied_at)
      select conversation_id, id, ${server}::uuid, content, reasoning, parts,
        coalesce((select max((part ->> 'revision')::int) from jsonb_array_elements(parts) part), 0), replied_at
      from taken
    )
    select content, reasoning, parts, replied_at as "repliedAt" from taken`,
  )
  return row ?? null
}

const askedBeforeRow = z.object({
  agentId: z.string(),
  wanted: z.nullable(z.string()),
  question: z.object({ id: z.string(), content: z.string() }),
  ...toldPathRow.shape,
  isForProgram: z.boolean(),
  hasFacts: z.boolean(),
  hasFiles: z.boolean(),
})

/** What a reply that goes on is made from, beside its agent. */
export type AskedBefore = z.infer<typeof askedBeforeRow>

/** Null if the conversation, the reply or its question is not there any more. */
export async function findAskedBefore(
  db: Db,
  owner: string,
  { conversationId, replyId }: ReplyPlace,
): Promise<AskedBefore | null> {
  const [asked] = await rows(
    db,
    askedBeforeRow,
    sql`
    with recursive asked as materialized (
      select conversation.id, agent_id, model_ref, api_key_id is not null as is_for_program, question.id as question_id,
        question.content, question.parent_id, question.depth
      from ${conversations} conversation
      join ${messages} reply on reply.conversation_id = conversation.id and reply.id = ${replyId}
      join ${messages} question on question.conversation_id = conversation.id and question.id = reply.parent_id
      where conversation.id = ${conversationId} and owner = ${owner} and deleted_at is null and not question.erased
    ),
    ${toldPath(sql`
      select id as conversation_id, parent_id as leaf, depth, true as has_tools,
        ${sql.raw(`${CHOSEN_PATH_BYTES}`)}::bigint as most
      from asked`)}
    select agent_id as "agentId", model_ref as wanted, ${toldPathColumns}, is_for_program as "isForProgram",
      json_build_object('id', question_id, 'content', content) as question,
      ${hasFacts({ wallet: sql`${owner}`, agentId: sql`asked.agent_id`, isForProgram: sql`is_for_program` })} as "hasFacts",
      exists (select from sources where sources.conversation_id = asked.id) as "hasFiles"
    from asked left join told_path on told_path.conversation_id = asked.id`,
  )
  return asked ?? null
}

const strandedRow = z.object({ conversationId: z.string(), replyId: z.string(), owner: z.string() })

const MOST_STRANDED = 100

/** Replies that wait, and none of whose calls does: a server died between a decision and what follows from it. */
export function listStranded(db: Db): Promise<(ReplyPlace & { owner: string })[]> {
  return rows(
    db,
    strandedRow,
    sql`
    select reply.conversation_id as "conversationId", reply.id as "replyId", conversations.owner
    from messages reply join conversations on conversations.id = reply.conversation_id
    where reply.state = 'waiting' and conversations.deleted_at is null and not exists (
      select from tool_calls where tool_calls.conversation_id = reply.conversation_id
        and tool_calls.reply_id = reply.id and tool_calls.state in ('waiting', 'unknown', 'running'))
    limit ${MOST_STRANDED}::int`,
  )
}

/** A reply that waited for nobody any more and can't go on, since its agent is gone. */
export async function stopWaiting(db: Db, place: ReplyPlace): Promise<void> {
  await db
    .update(messages)
    .set({ state: 'stopped' })
    .where(and(isReply(place), eq(messages.state, 'waiting')))
}
