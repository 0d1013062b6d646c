import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import * as z from 'zod/mini'
import { NO_PERSONA, type Persona } from '../../../shared/agents/persona.ts'
import type { Db } from '../connect/connect.ts'
import { countRows, rows } from '../rows.ts'
import { agents } from '../schema/agents.ts'
import { agentLooks, personLooks } from '../schema/looks.ts'
import { people } from '../schema/people.ts'
import { personas } from '../schema/personas.ts'

/** How many agents or people a sweep looks at in one step. */
const AT_ONCE = 100

/** What an agent is looked at by. */
export interface LookedAtAgent {
  id: string
  owner: string
  name: string
  handle: string | null
  /** Whether everybody finds it. */
  isListed: boolean
  isDown: boolean
  parentId: string | null
  /** All that it is made of, but for its name. */
  texts: string[]
  looks: string[]
  bands: number[]
  marked: boolean
  lookedAt: Date | null
  createdAt: Date
}

const ofAgent = {
  id: agents.id,
  owner: agents.owner,
  name: agents.name,
  handle: agents.handle,
  isListed: sql<boolean>`${agents.isPublic} and ${agents.visibilityEnabled} and ${agents.deletedAt} is null`,
  isDown: sql<boolean>`${agents.moderation} is not distinct from 'down'`,
  parentId: agents.parentId,
  description: agents.description,
  personality: agents.personality,
  persona: personas.persona,
  looks: agentLooks.looks,
  bands: agentLooks.bands,
  marked: agentLooks.marked,
  lookedAt: agentLooks.lookedAt,
  createdAt: agents.createdAt,
}

/** Those that are gone or deleted are left out. */
export async function readLookedAt(db: Db, ids: readonly string[]): Promise<LookedAtAgent[]> {
  const found = await db
    .select(ofAgent)
    .from(agents)
    .leftJoin(agentLooks, eq(agentLooks.agentId, agents.id))
    .leftJoin(personas, eq(personas.agentId, agents.id))
    .where(and(inArray(agents.id, [...ids]), isNull(agents.deletedAt)))
  return found.map(({ description, personality, persona, ...row }) => ({
    ...row,
    texts: [description, personality, ...textsOf(persona ?? NO_PERSONA)],
    looks: row.looks ?? [],
    bands: row.bands ?? [],
    marked: row.marked ?? false,
  }))
}

const textsOf = ({
  greetings,
  background,
  systemPrompt,
  exampleMessages,
  postHistoryInstructions,
}: Persona) =>
  [...greetings, background, systemPrompt, exampleMessages, postHistoryInstructions].filter(Boolean)

export async function storeAgentLooks(
  db: Db,
  agentId: string,
  seen: { looks: string[]; bands: number[]; marked: boolean; lookedAt: Date },
): Promise<void> {
  const row = { ...seen, due: false }
  await db
    .insert(agentLooks)
    .values({ agentId, ...row })
    .onConflictDoUpdate({ target: agentLooks.agentId, set: row })
}

interface LookedAtPerson {
  address: string
  name: string | null
  looks: string[]
  marked: boolean
}

export async function readLookedAtPerson(db: Db, address: string): Promise<LookedAtPerson | null> {
  const [row] = await db
    .select({
      address: people.address,
      name: people.name,
      looks: personLooks.looks,
      marked: personLooks.marked,
    })
    .from(people)
    .leftJoin(personLooks, eq(personLooks.address, people.address))
    .where(eq(people.address, address))
  return row ? { ...row, looks: row.looks ?? [], marked: row.marked ?? false } : null
}

export async function storePersonLooks(
  db: Db,
  address: string,
  seen: { looks: string[]; marked: boolean; lookedAt: Date },
): Promise<void> {
  await db
    .update(personLooks)
    .set({ ...seen, due: false })
    .where(eq(personLooks.address, address))
}

/** Of agents that were there before looks were kept: some that have none yet. */
export async function listWithoutLooks(db: Db, skipped: readonly string[]): Promise<LookedAtAgent[]> {
  const found = await db
    .select({ id: agentLooks.agentId })
    .from(agentLooks)
    .innerJoin(agents, eq(agents.id, agentLooks.agentId))
    .where(
      sql`${agentLooks.due} and ${agentLooks.looks} = '{}' and ${agents.deletedAt} is null and ${notIn(agentLooks.agentId, skipped)}`,
    )
    .limit(AT_ONCE)
  const ids = found.map(({ id }) => id)
  return ids.length === 0 ? [] : readLookedAt(db, ids)
}

/** Stores what is compared, and leaves it due: whom it is taken for is known once all have theirs. */
export async function fillAgentLooks(
  db: Db,
  agentId: string,
  seen: { looks: string[]; bands: number[] },
): Promise<void> {
  await db.update(agentLooks).set(seen).where(eq(agentLooks.agentId, agentId))
}

const notIn = (id: AnyPgColumn, ids: readonly string[]) =>
  sql`${id}::text <> all(${sql.param([...ids])}::text[])`

/** Those that are new or have changed and were not looked at since, and of the marked ones those that were longest ago. */
export async function listDueLooks(
  db: Db,
  lookedAtBefore: Date,
  skipped: readonly string[] = [],
): Promise<{ agents: string[]; people: string[]; more: boolean }> {
  const dueAgents = await db
    .select({ id: agentLooks.agentId })
    .from(agentLooks)
    .where(sql`${agentLooks.due} and ${notIn(agentLooks.agentId, skipped)}`)
    .limit(AT_ONCE)
  const markedAgents = await db
    .select({ id: agentLooks.agentId })
    .from(agentLooks)
    .where(
      sql`${agentLooks.marked} and ${agentLooks.lookedAt} < ${lookedAtBefore.toISOString()}::timestamptz and ${notIn(agentLooks.agentId, skipped)}`,
    )
    .orderBy(asc(agentLooks.lookedAt))
    .limit(AT_ONCE)
  const duePeople = await db
    .select({ id: personLooks.address })
    .from(personLooks)
    .where(sql`${personLooks.due} and ${notIn(personLooks.address, skipped)}`)
    .limit(AT_ONCE)
  const markedPeople = await db
    .select({ id: personLooks.address })
    .from(personLooks)
    .where(
      sql`${personLooks.marked} and ${personLooks.lookedAt} < ${lookedAtBefore.toISOString()}::timestamptz and ${notIn(personLooks.address, skipped)}`,
    )
    .orderBy(asc(personLooks.lookedAt))
    .limit(AT_ONCE)
  const ids = (...lists: { id: string }[][]) => [...new Set(lists.flat().map(({ id }) => id))]
  const more = [dueAgents, markedAgents, duePeople, markedPeople].some(({ length }) => length === AT_ONCE)
  return { agents: ids(dueAgents, markedAgents), people: ids(duePeople, markedPeople), more }
}

/** Of an agent that is deleted nothing is looked at, until it is restored. */
export async function settleDeletedLooks(db: Db, ids: readonly string[]): Promise<void> {
  await countRows(
    db,
    sql`
    update ${agentLooks} set due = false, marked = false where agent_id = any(${sql.param([...ids])}::uuid[])
      and exists (select from ${agents} where ${agents.id} = agent_id and ${agents.deletedAt} is not null)`,
  )
}

const caseRow = z.object({ found: z.boolean() })

/** Whether the desk has had this thing beside the other, so that a decision is not asked for twice. */
export async function wasAtDesk(
  db: Db,
  { kind, subject, source, beside }: { kind: string; subject: string; source: string; beside: string },
): Promise<boolean> {
  const [row] = await rows(
    db,
    caseRow,
    sql`
    select exists (
      select from desk_cases where kind = ${kind} and subject = ${subject} and beside = ${beside}
        and ${source} = any(sources)) as found`,
  )
  return row?.found ?? false
}
