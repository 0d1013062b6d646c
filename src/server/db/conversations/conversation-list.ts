import { type AnyColumn, and, desc, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { ConversationPage } from '../../../shared/chat/conversations.ts'
import type { Db } from '../connect/connect.ts'
import { contains } from '../contains.ts'
import { after, cutPage, newestFirst, type PageRequest } from '../page.ts'
import { agents } from '../schema/agents.ts'
import { conversations, messages } from '../schema/conversations.ts'
import { runningTurns } from '../schema/turns.ts'
import { agentColumns, agentOpens, ownColumns, presentSummary } from './conversations.ts'
import { excerptOf, surroundings } from './excerpt.ts'
import { PREVIEW_LENGTH, previewOf } from './preview.ts'

export const USED = 'conversations of an owner'

export interface ConversationPageRequest extends PageRequest {
  owner: string
  agentId?: string | undefined
}

/**
 * About how much one statement of a search reads: a wallet may have a hundred thousand messages, and neither the embedded
 * database's only connection nor the limit of a statement is to be taken for all of them at once.
 */
const STRETCH = { messages: 2_000, conversations: 500 }

interface SearchRequest extends ConversationPageRequest {
  query: string
}

/** More than any wallet has. Any limit, even this one, makes the planner sort before the search instead of after it. */
const ALL = 2 ** 31 - 1

const none = sql<null>`null`

/** The list is ordered by the time of last use instead of creation. */
const usedAt = ({ updatedAt, id }: { updatedAt: AnyColumn; id: AnyColumn }) => ({ createdAt: updatedAt, id })

/**
 * A search walks the list until its page is full; only one with few hits reads all of the wallet's conversations.
 * @param gone ends a search for which nobody waits any more, with what it has found by then
 */
export async function listConversations(
  db: Db,
  request: ConversationPageRequest,
  gone?: AbortSignal,
): Promise<ConversationPage> {
  const { query, limit } = request
  const rows = query
    ? await searchInStretches(db, { ...request, query }, gone)
    : await readPage(db, newest(db, request))
  const places = rows.map((row) => ({ ...row, createdAt: row.own.updatedAt, id: row.own.id }))
  const { page: shown, nextCursor } = cutPage(USED, places, limit)
  return {
    conversations: shown.map((row) => ({
      ...presentSummary(row),
      ...(row.found && row.foundMessage && { excerpt: excerptOf(row.found), foundMessage: row.foundMessage }),
      ...(row.words && { newestWords: previewOf(row.words) }),
    })),
    nextCursor,
  }
}

function readPage(db: Db, page: ReturnType<typeof newest> | ReturnType<typeof search>) {
  const { found, foundMessage, isHit, ...own } = page._.selectedFields
  const reply = newestReply(db, page.id)
  return db
    .select({ own, found, foundMessage, isHit, agent: agentColumns, state: reply.state, words: reply.words })
    .from(page)
    .leftJoin(agents, agentOpens(page))
    .leftJoinLateral(reply, sql`true`)
    .orderBy(...newestFirst(usedAt(page)))
}

async function searchInStretches(db: Db, request: SearchRequest, gone?: AbortSignal) {
  const hits: Awaited<ReturnType<typeof readPage>> = []
  for (let after = request.after; !gone?.aborted; ) {
    const read = await readPage(db, search(db, { ...request, after, limit: request.limit - hits.length }))
    hits.push(...read.filter(({ isHit }) => isHit))
    const end = read.at(-1)?.own
    if (!end || hits.length > request.limit) return hits
    after = { createdAt: end.updatedAt, id: end.id }
  }
  return hits
}

function newest(db: Db, request: ConversationPageRequest) {
  return db
    .select({
      ...ownColumns,
      found: none.as('found'),
      foundMessage: none.as('found_message'),
      isHit: sql<boolean>`true`.as('is_hit'),
    })
    .from(conversations)
    .where(candidates(request))
    .orderBy(...newestFirst(usedAt(conversations)))
    .limit(request.limit + 1)
    .as('page')
}

/** The hits of one stretch, and its last conversation even if it is none: the search goes on behind it. */
function search(db: Db, request: SearchRequest) {
  const term = request.query
  const byUse = sql`(order by ${conversations.updatedAt} desc, ${conversations.id} desc)`
  const next = db
    .select({
      ...ownColumns,
      messages:
        sql<number>`sum(${conversations.lastMessage}) over ${byUse} - ${conversations.lastMessage}`.as(
          'messages',
        ),
    })
    .from(conversations)
    .where(candidates(request))
    .orderBy(...newestFirst(usedAt(conversations)))
    .limit(STRETCH.conversations)
    .as('next')
  const { messages: before, ...own } = next._.selectedFields
  const used = db
    .select({
      ...own,
      isLast: sql<boolean>`lead(false, 1, true) over (order by ${next.updatedAt} desc, ${next.id} desc)`.as(
        'is_last',
      ),
    })
    .from(next)
    .where(lt(before, STRETCH.messages))
    .orderBy(...newestFirst(usedAt(next)))
    .limit(ALL)
    .as('used')
  const lines = db
    // In a subquery, because the query builder removes table names from an expression that is used here directly.
    .select({ id: messages.id, said: sql<string>`(${said})`.as('said'), number: messages.number })
    .from(messages)
    .where(eq(messages.conversationId, used.id))
    .as('lines')
  const hit = db
    .select({ found: surroundings(lines.said, term).as('found'), id: lines.id })
    .from(lines)
    .where(contains(sql`lower(${lines.said})`, term))
    .orderBy(desc(lines.number))
    .limit(1)
    .as('hit')
  const { isLast, ...ofUsed } = used._.selectedFields
  const isHit = or(contains(sql`lower(${used.title})`, term), isNotNull(hit.found))
  return db
    .select({
      ...ofUsed,
      found: hit.found,
      foundMessage: sql<string | null>`${hit.id}`.as('found_message'),
      isHit: sql<boolean>`${isHit}`.as('is_hit'),
    })
    .from(used)
    .leftJoinLateral(hit, sql`true`)
    .where(or(isHit, isLast))
    .orderBy(...newestFirst(usedAt(used)))
    .limit(request.limit + 1)
    .as('page')
}

/** Its text is cut: the end while it is running, else the beginning. */
function newestReply(db: Db, id: AnyColumn) {
  return db
    .select({
      state: messages.state,
      words: sql<string>`(case when ${messages.state} = 'running' then right(${said}, ${PREVIEW_LENGTH})
        else left(${messages.content}, ${PREVIEW_LENGTH}) end)`.as('words'),
    })
    .from(messages)
    .where(and(eq(messages.conversationId, id), eq(messages.role, 'assistant')))
    .orderBy(desc(messages.number))
    .limit(1)
    .as('reply')
}

function candidates({ owner, agentId, after: place }: ConversationPageRequest) {
  return and(
    eq(conversations.owner, owner),
    isNull(conversations.deletedAt),
    agentId ? eq(conversations.agentId, agentId) : undefined,
    after(usedAt(conversations), place),
  )
}

/** Of a running reply, the text stored so far. */
const said = sql<string>`case when ${messages.state} = 'running' then coalesce((
    select ${runningTurns.words} from ${runningTurns}
    where ${runningTurns.conversationId} = ${messages.conversationId} and ${runningTurns.replyId} = ${messages.id}
  ), '') else ${messages.content} end`
