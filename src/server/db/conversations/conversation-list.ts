import { type AnyColumn, and, desc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
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

/** More than any wallet has. Any limit, even this one, makes the planner sort before the search instead of after it. */
const ALL = 2 ** 31 - 1

const none = sql<null>`null`

/** The list is ordered by the time of last use instead of creation. */
const usedAt = ({ updatedAt, id }: { updatedAt: AnyColumn; id: AnyColumn }) => ({ createdAt: updatedAt, id })

/** A search walks the list until its page is full; only one with few hits reads all of the wallet's conversations. */
export async function listConversations(db: Db, request: ConversationPageRequest): Promise<ConversationPage> {
  const page = request.query ? search(db, request, request.query) : newest(db, request)
  const { found, foundMessage, ...own } = page._.selectedFields
  const reply = newestReply(db, page.id)
  const rows = await db
    .select({ own, found, foundMessage, agent: agentColumns, state: reply.state, words: reply.words })
    .from(page)
    .leftJoin(agents, agentOpens(page))
    .leftJoinLateral(reply, sql`true`)
    .orderBy(...newestFirst(usedAt(page)))
  const places = rows.map((row) => ({ ...row, createdAt: row.own.updatedAt, id: row.own.id }))
  const { page: shown, nextCursor } = cutPage(USED, places, request.limit)
  return {
    conversations: shown.map((row) => ({
      ...presentSummary(row),
      ...(row.found && row.foundMessage && { excerpt: excerptOf(row.found), foundMessage: row.foundMessage }),
      ...(row.words && { newestWords: previewOf(row.words) }),
    })),
    nextCursor,
  }
}

function newest(db: Db, request: ConversationPageRequest) {
  return db
    .select({ ...ownColumns, found: none.as('found'), foundMessage: none.as('found_message') })
    .from(conversations)
    .where(candidates(request))
    .orderBy(...newestFirst(usedAt(conversations)))
    .limit(request.limit + 1)
    .as('page')
}

function search(db: Db, request: ConversationPageRequest, term: string) {
  const used = db
    .select(ownColumns)
    .from(conversations)
    .where(candidates(request))
    .orderBy(...newestFirst(usedAt(conversations)))
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
  return db
    .select({
      ...used._.selectedFields,
      found: hit.found,
      foundMessage: sql<string | null>`${hit.id}`.as('found_message'),
    })
    .from(used)
    .leftJoinLateral(hit, sql`true`)
    .where(or(contains(sql`lower(${used.title})`, term), isNotNull(hit.found)))
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
