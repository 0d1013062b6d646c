import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Conversation, EarlierMessages } from '../../../shared/chat/conversations.ts'
import type { AttachedFile, Message, ReplyState } from '../../../shared/chat/messages.ts'
import { limits } from '../../../shared/common/limits.ts'
import { AI_SOURCE } from '../../../shared/trust/disclosure.ts'
import type { Db } from '../connect/connect.ts'
import type { OwnedId } from '../deletable-rows.ts'
import { listAttachedFiles } from '../knowledge/conversation-files.ts'
import { agents } from '../schema/agents.ts'
import { conversations, messages } from '../schema/conversations.ts'
import { runningTurns } from '../schema/turns.ts'
import { type StoredParts, shownParts } from '../turns/stored-parts.ts'
import { agentColumns, agentOpens, newestMessage, ownColumns, presentSummary } from './conversations.ts'
import { pageRanges } from './path-page.ts'
import { listStories } from './stories.ts'

const messageColumns = {
  id: messages.id,
  parentId: messages.parentId,
  number: messages.number,
  content: messages.content,
  reasoning: messages.reasoning,
  parts: messages.parts,
  state: messages.state,
  cutShort: messages.cutShort,
  forgotten: messages.forgotten,
  erased: messages.erased,
  createdAt: messages.createdAt,
  repliedAt: messages.repliedAt,
}

const ALL = 2 ** 31 - 1

/**
 * Opens a conversation, or null if the wallet has none: of a long one the newest page, unless `whole` is wanted. One
 * statement, so that conversation, messages and running reply are consistent.
 */
export function prepareOpenConversation(
  db: Db,
): (of: OwnedId, want?: { whole: boolean }) => Promise<Conversation | null> {
  const most = sql`${sql.placeholder('most')}::int`
  const whole = sql`
    select id, null::int as earlier from ${messages}
    where conversation_id = ${conversations.id} and ${conversations.lastMessage} <= ${most} limit ${most}`
  const newest = pageTo(sql`(
    select case when ${conversations.lastMessage} > ${most} then ${conversations.activeLeaf} end)`)
  const page = sql`(${whole}) union all (${newest})`
  const query = pageQuery(db, page).prepare('open_conversation')
  return async (of, want = { whole: false }) => {
    const [rows, files, told] = await Promise.all([
      query.execute({ ...of, most: want.whole ? ALL : limits.conversationWhole }),
      listAttachedFiles(db, { conversationId: of.id, wallet: of.owner }),
      listStories(db, of),
    ])
    const [first] = rows
    if (!first) return null
    return {
      ...presentSummary(first),
      activeLeaf: first.activeLeaf,
      digitalSourceType: AI_SOURCE,
      messages: presentMessages(rows, files),
      ...(first.earlier !== null && { earlier: first.earlier }),
      ...(told.length > 0 && { stories: told }),
    }
  }
}

/** What is before a message on its path: a page of it. Empty as well if there is no such message. */
export function prepareEarlierMessages(
  db: Db,
): (at: OwnedId & { before: string }) => Promise<EarlierMessages> {
  const before = sql`(select parent_id from ${messages}
    where conversation_id = ${conversations.id} and id = ${sql.placeholder('before')}::uuid)`
  const query = pageQuery(db, pageTo(before)).prepare('earlier_messages')
  return async (at) => {
    const [rows, files] = await Promise.all([
      query.execute({ ...at }),
      listAttachedFiles(db, { conversationId: at.id, wallet: at.owner }),
    ])
    return { messages: presentMessages(rows, files), earlier: rows[0]?.earlier ?? 0 }
  }
}

/** The messages of a page with their conversation. Everything is looked up by its key, however long the conversation is. */
function pageQuery(db: Db, page: SQL) {
  const message = db
    .select(messageColumns)
    .from(messages)
    .where(and(eq(messages.conversationId, conversations.id), eq(messages.id, sql`page.id`)))
    .limit(1)
    .as('message')
  const newest = newestMessage(sql`${conversations.id}`, sql`state`, sql`role = 'assistant'`)
  return db
    .select({
      own: ownColumns,
      activeLeaf: conversations.activeLeaf,
      agent: agentColumns,
      state: sql<ReplyState | null>`newest.state`,
      earlier: sql<number | null>`page.earlier`,
      message: message._.selectedFields,
      running: {
        content: runningTurns.words,
        reasoning: runningTurns.reasoning,
        parts: runningTurns.parts,
        repliedAt: runningTurns.repliedAt,
      },
    })
    .from(conversations)
    .innerJoin(sql`lateral (${page}) as page`, sql`true`)
    .innerJoinLateral(message, sql`true`)
    .leftJoin(sql`lateral ${newest} as newest`, sql`true`)
    .leftJoin(
      runningTurns,
      and(eq(runningTurns.conversationId, conversations.id), eq(runningTurns.replyId, message.id)),
    )
    .leftJoin(agents, agentOpens(conversations))
    .where(
      and(
        eq(conversations.id, sql.placeholder('id')),
        eq(conversations.owner, sql.placeholder('owner')),
        isNull(conversations.deletedAt),
      ),
    )
}

/**
 * The ids of a path's newest messages, of their other versions, and of the running reply, which may be on another path;
 * and how many of the path are before these.
 */
const pageTo = (leaf: SQL): SQL => sql`
  with recursive ${pageRanges(sql`${conversations.id}`, leaf, limits.conversationPage)},
  path as (
    select found.*, ranges.lowest from ranges cross join lateral (
      select id, parent_id, role from ${messages} where conversation_id = ${conversations.id}
        and branch = ranges.branch and depth between ranges.lowest and ranges.depth offset 0
    ) found
  ),
  versions as (
    select version.id from path cross join lateral (
      select path.id
      union all
      select id from ${messages} where conversation_id = ${conversations.id}
        and parent_id = path.parent_id and role = path.role and id <> path.id
      union all
      select id from ${messages} where conversation_id = ${conversations.id}
        and path.parent_id is null and parent_id is null and role = path.role and id <> path.id
    ) version
    union
    select reply_id from ${runningTurns} where conversation_id = ${conversations.id} and exists (select from path)
  )
  select versions.id, (select max(lowest) from path) as earlier from versions`

interface MessageRow {
  message: Pick<typeof messages.$inferSelect, keyof typeof messageColumns>
  running: (StoredParts & { repliedAt: Date | null }) | null
}

/** In the order of their creation: the statement guarantees none. */
function presentMessages(rows: readonly MessageRow[], files: ReadonlyMap<string, AttachedFile[]>): Message[] {
  return rows
    .map((row) => presentMessage(row, files.get(row.message.id)))
    .sort((one, other) => one.number - other.number)
}

function presentMessage({ message, running }: MessageRow, files: AttachedFile[] | undefined): Message {
  const { id, parentId, number, state, cutShort, forgotten } = message
  const createdAt = message.createdAt.toISOString()
  const place = { id, parentId, number, createdAt, ...(message.erased && { erased: true as const }) }
  if (state === null) return { ...place, role: 'user', content: message.content, ...(files && { files }) }
  return {
    ...place,
    role: 'assistant',
    ...shownParts({ ...message, ...running }),
    state,
    cutShort,
    forgotten,
    repliedAt: (running?.repliedAt ?? message.repliedAt)?.toISOString() ?? null,
  }
}
