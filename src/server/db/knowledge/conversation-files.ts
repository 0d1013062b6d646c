import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { ConversationFile } from '../../../shared/chat/conversation-files.ts'
import type { AttachedFile } from '../../../shared/chat/messages.ts'
import type { Db } from '../connect/connect.ts'
import { deletableRows } from '../deletable-rows.ts'
import { countRows, rows } from '../rows.ts'
import { conversations } from '../schema/conversations.ts'
import { sources } from '../schema/knowledge.ts'
import { sourceRows, stateOf } from './sources.ts'

export interface FilePlace {
  conversationId: string
  wallet: string
}

/** The files of conversations. Their owner column is the conversation. */
export const deletableFiles = deletableRows(sources, sources.conversationId)

/** Null if the conversation has not begun. */
export async function findConversationOwner(
  db: Db,
  conversationId: string,
): Promise<{ owner: string; deletedAt: Date | null } | null> {
  const [known] = await db
    .select({ owner: conversations.owner, deletedAt: conversations.deletedAt })
    .from(conversations)
    .where(eq(conversations.id, conversationId))
  return known ?? null
}

/** A question that was refused is not stored, and leaves its files as though they were not sent. */
const storedQuestion = sql<string | null>`(
  select m.id from messages m
  where m.conversation_id = ${sources.conversationId} and m.id = any(${sources.questionIds})
  order by m.number limit 1)`

export async function listConversationFiles(
  db: Db,
  { conversationId, wallet }: FilePlace,
): Promise<ConversationFile[]> {
  const found = await sourceRows(db, { questionId: storedQuestion })
    .where(
      and(eq(sources.conversationId, conversationId), eq(sources.wallet, wallet), isNull(sources.deletedAt)),
    )
    .orderBy(asc(sources.position), asc(sources.createdAt), asc(sources.id))
  return found.map(({ source, newest, questionId }) => ({
    id: source.id,
    name: source.name,
    type: newest.type,
    bytes: newest.bytes,
    state: stateOf(newest),
    questionId: questionId ?? null,
    createdAt: source.createdAt.toISOString(),
  }))
}

const attachedRow = z.object({
  questionId: z.string(),
  id: z.string(),
  name: z.string(),
  bytes: z.int(),
  type: z.string(),
})

export async function listAttachedFiles(
  db: Db,
  { conversationId, wallet }: FilePlace,
): Promise<Map<string, AttachedFile[]>> {
  const found = await rows(
    db,
    attachedRow,
    sql`
    select question_id as "questionId", s.id, s.name, v.bytes, v.type
    from sources s join source_versions v on v.source_id = s.id and v.version = s.version
      cross join unnest(s.question_ids) as question_id
    where s.conversation_id = ${conversationId} and s.wallet = ${wallet} and s.deleted_at is null
    order by s.position, s.created_at, s.id`,
  )
  const byQuestion = new Map<string, AttachedFile[]>()
  for (const { questionId, type, ...file } of found) {
    const attached = { ...file, ...(type === 'picture' && { picture: true as const }) }
    byQuestion.set(questionId, [...(byQuestion.get(questionId) ?? []), attached])
  }
  return byQuestion
}

/** False if a file is not there, or was sent with another stored question that is no edited version of this one. */
export async function attachFiles(
  db: Db,
  { conversationId, wallet }: FilePlace,
  { questionId, parentId, ids }: { questionId: string; parentId: string | null; ids: readonly string[] },
): Promise<boolean> {
  const wanted = [...new Set(ids)]
  const attached = await countRows(
    db,
    sql`
    with fit as materialized (
      select s.id from sources s
      where s.id = any(${sql.param(wanted)}::uuid[]) and s.conversation_id = ${conversationId} and s.wallet = ${wallet}
        and s.deleted_at is null and not exists (
          select from messages m where m.conversation_id = s.conversation_id and m.id = any(s.question_ids)
            and m.id <> ${questionId}::uuid and m.parent_id is distinct from ${parentId}::uuid)
      order by s.id for update of s
    )
    update sources s
    set question_ids = array_append(array_remove(s.question_ids, ${questionId}::uuid), ${questionId}::uuid)
    from fit where s.id = fit.id and (select count(*) from fit) = ${wanted.length}`,
  )
  return attached === wanted.length
}

/** Leaves files as though they were not sent with a question, unless it is stored. */
export async function detachFiles(
  db: Db,
  { conversationId, wallet }: FilePlace,
  questionId: string,
): Promise<void> {
  await db.execute(sql`
    with sent as materialized (
      select s.id from sources s
      where s.conversation_id = ${conversationId} and s.wallet = ${wallet} and ${questionId}::uuid = any(s.question_ids)
        and not exists (
          select from messages m where m.conversation_id = s.conversation_id and m.id = ${questionId}::uuid)
      order by s.id for update of s
    )
    update sources s set question_ids = array_remove(s.question_ids, ${questionId}::uuid) from sent where s.id = sent.id`)
}

const pictureRow = z.object({ questionId: z.string(), fileId: z.string() })

/** Those of the last question come first. */
export async function findPictures(
  db: Db,
  { conversationId, wallet }: FilePlace,
  { questionIds, most }: { questionIds: readonly string[]; most: number },
): Promise<z.infer<typeof pictureRow>[]> {
  return rows(
    db,
    pictureRow,
    sql`
    select question_id as "questionId", v.file_id as "fileId"
    from sources s join source_versions v on v.source_id = s.id and v.version = s.version
      cross join unnest(s.question_ids) as question_id
    where s.conversation_id = ${conversationId} and s.wallet = ${wallet} and s.deleted_at is null
      and v.type = 'picture' and question_id = any(${sql.param([...questionIds])}::uuid[])
    order by array_position(${sql.param([...questionIds])}::uuid[], question_id) desc, s.position
    limit ${most}`,
  )
}

const REMOVED_AT_ONCE = 20

/** Removes for good the files of deleted conversations, and old ones whose conversation never began or is gone. */
export async function removeLeftFiles(
  db: Db,
  { deletedBefore, storedBefore }: { deletedBefore: Date; storedBefore: Date },
): Promise<void> {
  for (;;) {
    const gone = await countRows(
      db,
      sql`
      delete from sources where id in (
        select s.id from sources s left join conversations c on c.id = s.conversation_id and c.owner = s.wallet
        where s.conversation_id is not null and (c.deleted_at < ${deletedBefore.toISOString()}::timestamptz
          or (c.id is null and s.created_at < ${storedBefore.toISOString()}::timestamptz))
        limit ${REMOVED_AT_ONCE}
      )`,
    )
    if (gone < REMOVED_AT_ONCE) return
  }
}
