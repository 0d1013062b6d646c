import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Category } from '../../../shared/agents/agent-defaults.ts'
import type { AgentPage } from '../../../shared/agents/agents.ts'
import type { Db } from '../connect/connect.ts'
import { contains } from '../contains.ts'
import { after, cutPage, newestFirst, type PageRequest } from '../page.ts'
import { agents } from '../schema/agents.ts'
import { present, summaryColumns } from './agents.ts'

export interface AgentPageRequest extends PageRequest {
  category?: Category | undefined
  /** Only those of this wallet. */
  maker?: string | undefined
}

/** The names that bind a cursor to its list. */
export const LISTED = 'agents'
export const OWNED = 'agents of an owner'

/**
 * How many of the newest are looked through before an index is asked. A common term is found among them at once, where
 * an index would first collect all that have it; a rare one costs this little more.
 */
const LOOKED_THROUGH = 2_000

/** Decision 8: what the public list holds. The partial indexes carry the same words. */
export const isListed = sql`${agents.isPublic} and ${agents.visibilityEnabled} and ${agents.deletedAt} is null`

/** Public, visible agents, newest first. Any search keeps the meaning of a substring and never reads the whole table. */
export async function listAgents(db: Db, request: AgentPageRequest): Promise<AgentPage> {
  const { query, limit } = request
  const ofMaker = request.maker ? eq(agents.owner, request.maker) : undefined
  const candidates = and(isListed, ofCategory(request.category), ofMaker, after(agents, request.after))
  const wanted = limit + 1
  let rows = query
    ? await searchNewest(db, candidates, query, wanted)
    : await db
        .select(summaryColumns)
        .from(agents)
        .where(candidates)
        .orderBy(...newestFirst(agents))
        .limit(wanted)
  if (query && rows.length < wanted) rows = await searchIndex(db, candidates, query, wanted)
  return presentPage(LISTED, rows, limit)
}

/** All that a wallet owns, drafts and hidden agents included. */
export async function listOwnedAgents(
  db: Db,
  owner: string,
  request: AgentPageRequest & { draftsOnly: boolean },
): Promise<AgentPage> {
  const rows = await db
    .select(summaryColumns)
    .from(agents)
    .where(
      and(
        eq(agents.owner, owner),
        isNull(agents.deletedAt),
        request.draftsOnly ? eq(agents.isPublic, false) : undefined,
        ofCategory(request.category),
        request.query ? contains(agents.searchText, request.query) : undefined,
        after(agents, request.after),
      ),
    )
    .orderBy(...newestFirst(agents))
    .limit(request.limit + 1)
  return presentPage(OWNED, rows, request.limit)
}

const ofCategory = (category: Category | undefined) => category && eq(agents.category, category)

function searchNewest(db: Db, candidates: SQL | undefined, term: string, wanted: number) {
  const newest = db
    .select({ ...summaryColumns, searchText: agents.searchText })
    .from(agents)
    .where(candidates)
    .orderBy(...newestFirst(agents))
    .limit(LOOKED_THROUGH)
    .as('newest')
  const { searchText, ...summary } = newest._.selectedFields
  return db
    .select(summary)
    .from(newest)
    .where(contains(searchText, term))
    .orderBy(...newestFirst(newest))
    .limit(wanted)
}

/**
 * Materialised, or the planner, who expects hits to be spread evenly, would walk along the newest until it has a page
 * of them; where all hits are old that is the whole table.
 */
function searchIndex(db: Db, candidates: SQL | undefined, term: string, wanted: number) {
  const hits = sql`(
    with hits as materialized (
      select ${agents.id} as id, ${agents.createdAt} as created_at from ${agents}
      where ${and(candidates, contains(agents.searchText, term), hasTrigram(term) ? undefined : hasGrams(term))}
    )
    select id from hits order by created_at desc, id desc limit ${wanted}
  )`
  return db
    .select(summaryColumns)
    .from(agents)
    .where(inArray(agents.id, hits))
    .orderBy(...newestFirst(agents))
}

/** Trigrams are made of letters and digits alone, and only of three in a row where a word's end is not known. */
function hasTrigram(term: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(term)
}

/** Every single character and every pair of neighbours in the term is in the text: for what has no trigram. */
function hasGrams(term: string): SQL {
  return sql`search_grams(${agents.searchText}) @> search_grams(lower(${term}::text))`
}

function presentPage(list: string, rows: Awaited<ReturnType<typeof searchIndex>>, limit: number): AgentPage {
  const { page, nextCursor } = cutPage(list, rows, limit)
  return { agents: page.map(present), nextCursor }
}
