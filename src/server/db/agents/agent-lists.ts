import { type AnyColumn, and, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Category } from '../../../shared/agents/agent-defaults.ts'
import type { AgentOrder } from '../../../shared/agents/agent-orders.ts'
import type { Agent, AgentPage, AgentSummary } from '../../../shared/agents/agents.ts'
import type { Db } from '../connect/connect.ts'
import { contains, containsForm, inEachForm, SIGMA } from '../contains.ts'
import type { Place } from '../cursor.ts'
import { after, cutPage, highestFirst, type PageRequest } from '../page.ts'
import { idRow, rows } from '../rows.ts'
import { agents } from '../schema/agents.ts'
import { present, summaryColumns } from './agents.ts'
import { isListed } from './visibility.ts'

export interface AgentPageRequest extends PageRequest {
  category?: Category | undefined
  maker?: string | undefined
  tag?: string | undefined
  order?: AgentOrder | undefined
}

/** Part of a cursor's checksum, so that a cursor is only valid for its own list. */
export const ownedBy = (query: string | undefined): string =>
  query ? 'agents of an owner, those of that name first' : 'agents of an owner'
export const listedIn = (order: AgentOrder): string => (order === 'newest' ? 'agents' : `agents, ${order}`)

const placeIn = <
  Columns extends { createdAt: AnyColumn; id: AnyColumn; rising: AnyColumn; talked: AnyColumn },
>(
  columns: Columns,
  order: AgentOrder,
) => ({ id: columns.id, createdAt: columns.createdAt, rank: order === 'newest' ? undefined : columns[order] })

const rankIn = (row: { rising: number; talked: number }, order: AgentOrder) =>
  order === 'newest' ? {} : { rank: row[order] }

const rankedColumns = { ...summaryColumns, rising: agents.rising, talked: agents.talked }

/** How many candidates a search filters before it uses an index, which would collect every match of a common term. */
const LOOKED_THROUGH = 2_000

/** How many agents of a category, those most talked with, are compared: the traits of each are unnested. */
const COMPARED = 500

/** Lists public, visible agents in the requested order. A query matches substrings and never scans the whole table. */
export async function listAgents(db: Db, request: AgentPageRequest): Promise<AgentPage> {
  const { query, tag, limit, order = 'newest' } = request
  const ofMaker = request.maker ? eq(agents.owner, request.maker) : undefined
  const place = placeIn(agents, order)
  const candidatesAfter = (last: Place | undefined) =>
    and(isListed, ofCategory(request.category), ofMaker, after(place, last))
  const wanted = limit + 1
  const searches = Boolean(query || tag)
  const rows = searches
    ? await search(db, candidatesAfter, request, wanted)
    : await db
        .select(rankedColumns)
        .from(agents)
        .where(candidatesAfter(request.after))
        .orderBy(...highestFirst(place))
        .limit(wanted)
  const ranked = rows.map(({ rising, talked, ...row }) => ({ ...row, ...rankIn({ rising, talked }, order) }))
  const { page, nextCursor } = cutPage(listedIn(order), ranked, limit)
  return {
    agents: page.map(({ rank: _, ...row }: (typeof page)[number] & { rank?: number }) => present(row)),
    nextCursor,
  }
}

type OwnedSummary = AgentSummary & Pick<Agent, 'model'>

/** Lists all agents that a wallet owns, including drafts and hidden agents; of a search those of that name first. */
export async function listOwnedAgents(
  db: Db,
  owner: string,
  request: AgentPageRequest & { draftsOnly: boolean },
): Promise<Omit<AgentPage, 'agents'> & { agents: OwnedSummary[] }> {
  const { query } = request
  const isNamed = query ? sql<number>`(${contains(sql`lower(${agents.name})`, query)})::int` : undefined
  const place = { id: agents.id, createdAt: agents.createdAt, rank: isNamed }
  const columns = { ...summaryColumns, model: agents.model, moderation: agents.moderation }
  const rows = await db
    .select({ ...columns, ...(isNamed && { rank: isNamed.as('rank') }) })
    .from(agents)
    .where(
      and(
        eq(agents.owner, owner),
        isNull(agents.deletedAt),
        request.draftsOnly ? eq(agents.isPublic, false) : undefined,
        ofCategory(request.category),
        query ? contains(agents.searchText, query) : undefined,
        after(place, request.after),
      ),
    )
    .orderBy(...highestFirst(place))
    .limit(request.limit + 1)
  const { page, nextCursor } = cutPage(ownedBy(query), rows, request.limit)
  const shown = page.map(({ moderation, rank: _, ...agent }) =>
    moderation === null ? agent : { ...agent, moderation },
  )
  return { agents: shown.map(present), nextCursor }
}

const ofCategory = (category: Category | undefined) => category && eq(agents.category, category)

type Search = Pick<AgentPageRequest, 'query' | 'tag' | 'order' | 'after'>
type CandidatesAfter = (last: Place | undefined) => SQL | undefined

/**
 * Looks through the first candidates, in order. If those have too few matches it looks through as many more as are
 * likely to have the rest, or asks an index, whichever takes less time by how often the term was found.
 */
async function search(db: Db, candidatesAfter: CandidatesAfter, request: Search, wanted: number) {
  const { order = 'newest' } = request
  const candidates = candidatesAfter(request.after)
  const first = await searchInOrder(db, candidates, request, { wanted, through: LOOKED_THROUGH })
  const last = first.at(-1)
  if (first.length === wanted) return first
  if (last) {
    const missing = wanted - first.length
    const through = Math.ceil((LOOKED_THROUGH * missing) / first.length)
    const matches = (first.length / LOOKED_THROUGH) * (await roughlyHowManyAgents(db))
    // Reading a candidate and collecting a match take about the same time (record 0132).
    if (through < matches) {
      // After the last match, so that an agent that comes or goes meanwhile moves none.
      const further = candidatesAfter({ ...last, ...rankIn(last, order) })
      const more = await searchInOrder(db, further, request, { wanted: missing, through: 2 * through })
      if (more.length === missing) return [...first, ...more]
    }
  }
  return searchIndex(db, candidates, request, wanted)
}

/** As of the database's last statistics; 0 before the first. */
async function roughlyHowManyAgents(db: Db): Promise<number> {
  const statement = sql`select greatest(reltuples, 0)::float8 as count from pg_class where oid = 'agents'::regclass`
  const [known] = await rows(db, z.object({ count: z.number() }), statement)
  return known?.count ?? 0
}

function searchInOrder(
  db: Db,
  candidates: SQL | undefined,
  { query, tag, order = 'newest' }: Search,
  { wanted, through }: { wanted: number; through: number },
) {
  const first = db
    .select({ ...rankedColumns, searchText: agents.searchText })
    .from(agents)
    .where(candidates)
    .orderBy(...highestFirst(placeIn(agents, order)))
    .limit(through)
    .as('first')
  const { searchText, ...ranked } = first._.selectedFields
  return db
    .select(ranked)
    .from(first)
    .where(and(query ? contains(searchText, query) : undefined, tag ? hasTag(first, tag) : undefined))
    .orderBy(...highestFirst(placeIn(first, order)))
    .limit(wanted)
}

// Exact and case-sensitive.
const hasTag = ({ capabilities }: { capabilities: AnyColumn }, tag: string) =>
  sql`${capabilities} @> array[${tag}]::text[]`

const hasForm = (form: string) =>
  and(containsForm(agents.searchText, form), hasTrigram(form) ? undefined : hasGrams(form))

// Materialized because the planner assumes that hits are spread evenly: it would else walk the ordered list until it
// has a page of hits, which is the whole table when all hits are at its end.
function searchIndex(db: Db, candidates: SQL | undefined, search: Search, wanted: number) {
  const { query, tag, order = 'newest' } = search
  const place = placeIn(agents, order)
  const found = and(
    candidates,
    query ? inEachForm(query, hasForm) : undefined,
    tag ? hasTag(agents, tag) : undefined,
  )
  const hits = sql`(
    with hits as materialized (
      select ${agents.id} as id, ${agents.createdAt} as created_at, ${place.rank ?? sql`0`} as rank from ${agents}
      where ${found}
    )
    select id from hits order by rank desc, created_at desc, id desc limit ${wanted}
  )`
  return db
    .select(rankedColumns)
    .from(agents)
    .where(inArray(agents.id, hits))
    .orderBy(...highestFirst(place))
}

// Trigrams have only letters and digits; in a substring, with unknown word boundaries, only three in a row form one.
function hasTrigram(term: string): boolean {
  return term.split(SIGMA).some((part) => /[\p{L}\p{N}]{3}/u.test(part))
}

/** For terms without a trigram: every single character and every pair of adjacent ones is in the text. */
function hasGrams(term: string): SQL | undefined {
  const grams = sql`search_grams(${agents.searchText})`
  const parts = term.split(SIGMA).filter((part) => part !== '')
  // A text may have either sigma where the term has one.
  if (parts.length === 0) return sql`${grams} && array[chr(962), chr(963)]`
  return and(...parts.map((part) => sql`${grams} @> search_grams(lower(${part}::text))`))
}

/** Lists agents of a category with the most capabilities and domains in common; of a tie, those talked with most. */
export async function listAgentsLike(
  db: Db,
  agent: Pick<Agent, 'id' | 'category' | 'capabilities' | 'knowledgeDomains'>,
  limit: number,
): Promise<AgentSummary[]> {
  const traits = JSON.stringify(
    [...agent.capabilities, ...agent.knowledgeDomains].map((trait) => trait.toLowerCase()),
  )
  const alike = await rows(
    db,
    idRow,
    sql`
    with candidates as materialized (
      select id, capabilities || knowledge_domains as traits, talked, created_at from ${agents}
      where ${and(isListed, eq(agents.category, agent.category), ne(agents.id, agent.id))}
      order by talked desc, created_at desc, id desc limit ${COMPARED}
    ),
    alike as (
      select id, talked, created_at, count(distinct lower(trait)) as shared
      from candidates cross join unnest(traits) as trait
      where lower(trait) = any (array(select json_array_elements_text(${traits}::text::json)))
      group by id, talked, created_at
    )
    select id::text from alike
    order by shared desc, talked desc, created_at desc, alike.id desc limit ${limit}`,
  )
  const ids = alike.map(({ id }) => id)
  if (ids.length === 0) return []
  const found = await db.select(summaryColumns).from(agents).where(inArray(agents.id, ids))
  return found.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)).map(present)
}
