import { and, count, desc, eq, isNull, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { DEFAULT_IMAGE_URL } from '../../../shared/agents/agent-defaults.ts'
import { citedIn } from '../../../shared/chat/cited-sources.ts'
import { replyStateSchema } from '../../../shared/chat/message-schemas.ts'
import { partsOf } from '../../../shared/chat/parts.ts'
import type { CopiedMessage, SharedConversation, SharedCopy } from '../../../shared/chat/shared-copies.ts'
import { toldToAll } from '../../../shared/chat/told-beside.ts'
import { bringsPrivate, callsToldToAll } from '../../../shared/chat/told-calls.ts'
import { limits } from '../../../shared/common/limits.ts'
import { pictureUrlOf } from '../agents/picture-url.ts'
import { isOpen, isPublishedAs } from '../agents/visibility.ts'
import type { Db } from '../connect/connect.ts'
import type { OwnedId } from '../deletable-rows.ts'
import { lockNames } from '../lock-names.ts'
import { isShownProfileOf } from '../people/shown-people.ts'
import { rows } from '../rows.ts'
import { agents } from '../schema/agents.ts'
import { conversations, messages, sharedCopies } from '../schema/conversations.ts'
import { people } from '../schema/people.ts'
import { fromStored, sourcesIn, storedPartsColumns } from '../turns/stored-parts.ts'
import { deletableConversations } from './conversations.ts'
import { pageRanges } from './path-page.ts'

type ShareOutcome =
  | { is: 'made' | 'there'; id: string }
  | { is: 'missing' | 'message_missing' | 'running' | 'full' }

/** For whoever has its address. Its conversation is joined. */
export const isCopyOpen = sql`(${conversations.deletedAt} is null and ${sharedCopies.moderation} is distinct from 'down')`

/** Whether a copy is there and was taken down, for whoever has its address. */
export async function isCopyDown(db: Db, id: string): Promise<boolean> {
  const found = await db
    .select({ id: sharedCopies.id })
    .from(sharedCopies)
    .innerJoin(conversations, eq(conversations.id, sharedCopies.conversationId))
    .where(and(eq(sharedCopies.id, id), eq(sharedCopies.moderation, 'down'), isNull(conversations.deletedAt)))
  return found.length > 0
}

/** Sharing the same path again returns the existing copy. `most` bounds the copies that a wallet has at one time. */
export async function insertSharedCopy(
  db: Db,
  share: { of: OwnedId; leaf: string; id: string; at: Date; most: number },
): Promise<ShareOutcome> {
  const { of, leaf, id, at } = share
  return db.transaction(async (transaction) => {
    // Serializes concurrent calls by one wallet, so that they can't exceed the maximum together.
    await lockNames(transaction, `shared copies ${of.owner}`)
    const [conversation] = await transaction
      .select({ title: conversations.title })
      .from(conversations)
      .where(deletableConversations.ownedAndThere(of))
      // Whoever deletes words waits for this, and finds the copy; its title is none that was made of what is gone.
      .for('share')
    if (!conversation) return { is: 'missing' }
    const [message] = await transaction
      .select({ state: messages.state })
      .from(messages)
      .where(and(eq(messages.conversationId, of.id), eq(messages.id, leaf)))
    if (!message) return { is: 'message_missing' }
    // Its remaining text would later appear in the copy.
    if (message.state === 'running' || message.state === 'waiting') return { is: 'running' }
    const [there] = await transaction
      .select({ id: sharedCopies.id })
      .from(sharedCopies)
      .where(and(eq(sharedCopies.conversationId, of.id), eq(sharedCopies.leaf, leaf)))
    if (there) return { is: 'there', id: there.id }
    const [kept] = await transaction
      .select({ count: count() })
      .from(sharedCopies)
      .innerJoin(conversations, eq(conversations.id, sharedCopies.conversationId))
      .where(and(eq(conversations.owner, of.owner), isNull(conversations.deletedAt)))
    if ((kept?.count ?? 0) >= share.most) return { is: 'full' }
    await transaction
      .insert(sharedCopies)
      .values({ id, conversationId: of.id, leaf, title: conversation.title, sharedAt: at })
    return { is: 'made', id }
  })
}

/** Most recently shared first: all of a wallet, those of one conversation, or one. */
export async function listSharedCopies(
  db: Db,
  owner: string,
  only: { conversationId?: string | undefined; id?: string | undefined },
): Promise<SharedCopy[]> {
  const { id, conversationId, leaf, title, sharedAt, moderation } = sharedCopies
  const { agentName } = conversations
  const rows = await db
    .select({ id, conversationId, messageId: leaf, agentName, title, sharedAt, moderation })
    .from(sharedCopies)
    .innerJoin(conversations, eq(conversations.id, sharedCopies.conversationId))
    .where(
      and(
        eq(conversations.owner, owner),
        isNull(conversations.deletedAt),
        only.conversationId === undefined ? undefined : eq(sharedCopies.conversationId, only.conversationId),
        only.id === undefined ? undefined : eq(sharedCopies.id, only.id),
      ),
    )
    .orderBy(desc(sharedCopies.sharedAt), desc(sharedCopies.id))
  return rows.map(({ moderation, ...row }) => ({
    ...row,
    sharedAt: row.sharedAt.toISOString(),
    ...(moderation !== null && { moderation }),
  }))
}

/** Removes it for good; false if the wallet has no such copy. */
export async function removeSharedCopy(db: Db, { id, owner }: OwnedId): Promise<boolean> {
  const own = db
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(eq(conversations.id, sharedCopies.conversationId), eq(conversations.owner, owner)))
  const gone = await db
    .delete(sharedCopies)
    .where(and(eq(sharedCopies.id, id), sql`exists (${own})`))
    .returning({ id: sharedCopies.id })
  return gone.length > 0
}

/** Reads a copy for anyone who has its address; null if there is none, it is down, or its conversation is deleted. */
export async function openSharedCopy(db: Db, id: string): Promise<SharedConversation | null> {
  const [copy] = await db
    .select({
      conversationId: sharedCopies.conversationId,
      leaf: sharedCopies.leaf,
      title: sharedCopies.title,
      sharedAt: sharedCopies.sharedAt,
      agentName: conversations.agentName,
      agent: {
        id: agents.id,
        name: agents.name,
        imageUrl: agents.imageUrl,
        category: agents.category,
        owner: agents.owner,
      },
      ownerName: people.name,
    })
    .from(sharedCopies)
    .innerJoin(conversations, eq(conversations.id, sharedCopies.conversationId))
    // Decision 8: only an agent that everybody may see.
    .leftJoin(agents, and(eq(agents.id, conversations.agentId), isOpen))
    .leftJoin(people, isShownProfileOf(agents.owner))
    .where(and(eq(sharedCopies.id, id), isCopyOpen))
  if (!copy) return null
  const { agent } = copy
  return {
    id,
    title: copy.title,
    sharedAt: copy.sharedAt.toISOString(),
    agent: {
      name: agent?.name ?? copy.agentName,
      pictureUrl: pictureUrlOf(agent?.imageUrl ?? DEFAULT_IMAGE_URL),
      open: agent && {
        id: agent.id,
        category: agent.category,
        owner: agent.owner,
        ownerName: copy.ownerName,
      },
    },
    ...(await readPath(db, copy.conversationId, copy.leaf)),
  }
}

const copiedRow = z.object({
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  state: z.nullable(replyStateSchema),
  cutShort: z.boolean(),
  parts: storedPartsColumns.parts,
  depth: z.int(),
  erased: z.boolean(),
  /** Whether a request here made it; what was kept from a page, sent by a program or imported has none. */
  given: z.boolean(),
  /** The documents among them that visitors may open cited passages of. */
  open: z.array(z.string()),
  /** Whether the person put files into the conversation, whose text only they may see. */
  withFiles: z.boolean(),
})

// Reasoning and times are not read at all. Of what a reply cites, a copy has passages of documents that are there, of
// an agent that everybody may see: none of a person's own files, of drafts and of hidden agents. What is not read may have
// brought in something private, so calls after it are not told either.
async function readPath(
  db: Db,
  conversationId: string,
  leaf: string,
): Promise<Pick<SharedConversation, 'messages' | 'earlier'>> {
  const said = await rows(
    db,
    copiedRow,
    sql`
    with recursive ${pageRanges(conversationId, leaf, limits.sharedMessages)},
    up as (
      select found.* from ranges cross join lateral (
        select * from ${messages} where conversation_id = ${conversationId}
          and branch = ranges.branch and depth between ranges.lowest and ranges.depth offset 0
      ) found
    )
    select role, content, state, cut_short as "cutShort", parts, depth, erased,
      request_id is not null as given, array(
      select document.id::text from sources document join agents agent on agent.id = document.agent_id
      where document.id in (select (cited->>'sourceId')::uuid from ${sourcesIn(sql`up.parts`)} cited)
        and document.deleted_at is null and ${isPublishedAs('agent')}
    ) as open, exists (select 1 from sources where conversation_id = ${conversationId}) as "withFiles"
    from up order by depth`,
  )
  const earlier = said[0]?.depth ?? 0
  let isPrivate = earlier > 0
  const copied = said.flatMap(
    ({ role, content, state, cutShort, parts, erased, given, open, withFiles }): CopiedMessage[] => {
      isPrivate ||= withFiles || erased
      if (erased) return []
      if (role === 'user' || state === null) return [{ role: 'user', content }]
      const { sources, model } = toldToAll({ state, parts })
      const shown = sources?.filter(({ sourceId }) => open.includes(sourceId))
      isPrivate ||= shown?.length !== sources?.length
      const whole = partsOf(fromStored({ content, reasoning: '', parts }))
      const calls = callsToldToAll(whole, isPrivate)
      isPrivate ||= bringsPrivate(whole)
      return [
        {
          ...{ role, content, state, cutShort },
          ...(shown && { sources: citedIn(content, shown) }),
          // Which model wrote it would be a claim as well.
          ...(given ? model && { model } : { brought: true as const }),
          ...(calls.length > 0 && { calls }),
        },
      ]
    },
  )
  return { messages: copied, ...(earlier > 0 && { earlier }) }
}
