import { type AnyColumn, and, eq, exists, isNull, type SQL, sql } from 'drizzle-orm'
import { DEFAULT_IMAGE_URL } from '../../../shared/agents/agent-defaults.ts'
import type { ConversationChanges, ConversationSummary } from '../../../shared/chat/conversations.ts'
import type { ReplyState } from '../../../shared/chat/messages.ts'
import { pictureUrlOf } from '../agents/picture-url.ts'
import { opensOrIsDownTo } from '../agents/visibility.ts'
import type { Db } from '../connect/connect.ts'
import { deletableRows, type OwnedId } from '../deletable-rows.ts'
import { agents } from '../schema/agents.ts'
import { conversations, messages } from '../schema/conversations.ts'
import { runningTurns } from '../schema/turns.ts'

export const ownColumns = {
  id: conversations.id,
  owner: conversations.owner,
  agentId: conversations.agentId,
  agentName: conversations.agentName,
  title: conversations.title,
  modelRef: conversations.modelRef,
  createdAt: conversations.createdAt,
  updatedAt: conversations.updatedAt,
}

export const agentColumns = {
  name: agents.name,
  imageUrl: agents.imageUrl,
  owner: agents.owner,
  moderation: agents.moderation,
}

/** As its columns are joined. */
export type JoinedAgent = Pick<typeof agents.$inferSelect, keyof typeof agentColumns>

/** What the owner of a conversation is shown of its agent: one that is down is named as it was then, but to its own owner. */
export function shownAgent(agent: JoinedAgent | null, { owner }: { owner: string }) {
  const isDown = agent?.moderation === 'down'
  const shown = agent && !(isDown && agent.owner !== owner) ? agent : null
  return { shown, answers: agent !== null && !isDown, ...(isDown && { down: { agentDown: true as const } }) }
}

/** Decision 8: joined if the conversation's owner may open the agent, or could if it was not down. */
export const agentOpens = (of: { agentId: AnyColumn; owner: AnyColumn }) =>
  and(eq(agents.id, of.agentId), opensOrIsDownTo(of.owner))

/**
 * The newest message of a conversation for which something holds, with these columns, to be selected from. Its order is
 * that of one index alone: where most conversations are short, a planner would rather sort all of a long one. Where there
 * is none, messages of others are passed until it holds for one: this is for one conversation at a time.
 */
export const newestMessage = (conversationId: AnyColumn | SQL, columns: SQL, holds: SQL): SQL => sql`(
  select * from (
    select conversation_id, ${columns} from messages
    where (conversation_id, number) <= (${conversationId}, ${LAST}::int) and ${holds}
    order by conversation_id desc, number desc limit 1
  ) as found where found.conversation_id = ${conversationId})`

const LAST = 2 ** 31 - 1

const newestState = (id: AnyColumn) => sql<ReplyState | null>`(
  select newest.state from ${newestMessage(id, sql`state`, sql`role = 'assistant'`)} as newest)`

interface SummaryRow {
  own: Omit<
    typeof conversations.$inferSelect,
    'activeLeaf' | 'lastMessage' | 'deletedAt' | 'apiKeyId' | 'erasures'
  >
  agent: JoinedAgent | null
  state: ReplyState | null
}

export function presentSummary({ own, agent, state }: SummaryRow): ConversationSummary {
  const { owner, ...summary } = own
  const { shown, answers, down } = shownAgent(agent, own)
  return {
    ...summary,
    agentName: shown?.name ?? own.agentName,
    agentImageUrl: pictureUrlOf(shown?.imageUrl ?? DEFAULT_IMAGE_URL),
    agentAnswers: answers,
    ...down,
    state: state ?? 'finished',
    createdAt: own.createdAt.toISOString(),
    updatedAt: own.updatedAt.toISOString(),
  }
}

export const deletableConversations = deletableRows(conversations, conversations.owner)
const { ownedAndThere } = deletableConversations

export async function findSummary(db: Db, of: OwnedId): Promise<ConversationSummary | null> {
  const [row] = await db
    .select({ own: ownColumns, agent: agentColumns, state: newestState(conversations.id) })
    .from(conversations)
    .leftJoin(agents, agentOpens(conversations))
    .where(ownedAndThere(of))
  return row ? presentSummary(row) : null
}

export async function hasMessage(db: Db, conversationId: string, id: string): Promise<boolean> {
  const found = await db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.conversationId, conversationId), eq(messages.id, id)))
  return found.length > 0
}

/** Changes a conversation; false if there is none, or if the new leaf is not one of its messages. */
export async function changeConversation(
  db: Db,
  of: OwnedId,
  { title, activeLeaf, showVersion, modelRef }: ConversationChanges,
): Promise<boolean> {
  const leaf = activeLeaf ?? showVersion
  const isThere = db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.conversationId, of.id), eq(messages.id, leaf ?? '')))
  const rows = await db
    .update(conversations)
    .set({
      ...(title !== undefined && { title }),
      ...(activeLeaf !== undefined && { activeLeaf }),
      ...(showVersion !== undefined && { activeLeaf: newestUnder(of.id, showVersion) }),
      ...(modelRef !== undefined && { modelRef }),
    })
    .where(and(ownedAndThere(of), leaf === undefined ? undefined : exists(isThere)))
    .returning({ id: conversations.id })
  return rows.length > 0
}

/** The leaf that is reached from a message by following the newest that follows each; see `leafUnder`. */
const newestUnder = (conversationId: string, id: string) => sql`(
  with recursive down as (
    select id, number from ${messages} where conversation_id = ${conversationId} and id = ${id}
    union all
    select child.id, child.number from down cross join lateral (
      select id, number from (
        select id, number from ${messages}
        where conversation_id = ${conversationId} and parent_id = down.id and number > down.number offset 0
      ) following order by number desc limit 1
    ) child
  )
  select id from down order by number desc limit 1)`

/** At one time, by which they can be restored together. Returns their number. */
export async function markAllDeleted(db: Db, owner: string, at: Date): Promise<number> {
  const { rowCount } = await db
    .update(conversations)
    .set({ deletedAt: at })
    .where(and(eq(conversations.owner, owner), isNull(conversations.deletedAt)))
  return rowCount ?? 0
}

/** Lists those conversations deleted at the given time in which a reply is still running. */
export async function listRunningDeleted(db: Db, owner: string, deletedAt: Date): Promise<string[]> {
  const rows = await db
    .select({ id: conversations.id })
    .from(runningTurns)
    .innerJoin(conversations, eq(conversations.id, runningTurns.conversationId))
    .where(and(eq(conversations.owner, owner), eq(conversations.deletedAt, deletedAt)))
  return rows.map(({ id }) => id)
}

/** Only those that the wallet deleted at the given time. */
export async function restoreAllDeleted(db: Db, owner: string, deletedAt: Date): Promise<void> {
  await db
    .update(conversations)
    .set({ deletedAt: null })
    .where(and(eq(conversations.owner, owner), eq(conversations.deletedAt, deletedAt)))
}
