import { and, asc, desc, eq, gte, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Fact } from '../../../shared/memory/facts.ts'
import type { Db } from '../connect/connect.ts'
import { contains } from '../contains.ts'
import { prepared, rows } from '../rows.ts'
import { conversations, messages } from '../schema/conversations.ts'
import { facts } from '../schema/memory.ts'
import { lockChoice, type MemoryOf } from './choices.ts'

/** What is deleted is in no statement but those that restore and remove it. */
const ofMemory = ({ wallet, agentId }: MemoryOf) => and(eq(facts.wallet, wallet), eq(facts.agentId, agentId))
const thereIn = (of: MemoryOf) => and(ofMemory(of), isNull(facts.deletedAt))

const columns = {
  id: facts.id,
  number: facts.number,
  text: facts.text,
  by: facts.by,
  conversationId: conversations.id,
  messageId: messages.id,
  isOff: facts.isOff,
  createdAt: facts.createdAt,
  updatedAt: facts.updatedAt,
  history: facts.history,
}

/** Where a fact comes from is told while its message is there. */
function selectFacts(db: Db) {
  return db
    .select(columns)
    .from(facts)
    .leftJoin(
      conversations,
      and(
        eq(conversations.id, facts.conversationId),
        eq(conversations.owner, facts.wallet),
        isNull(conversations.deletedAt),
      ),
    )
    .leftJoin(
      messages,
      and(
        eq(messages.conversationId, conversations.id),
        eq(messages.id, facts.messageId),
        eq(messages.erased, false),
      ),
    )
}

type FactRow = Awaited<ReturnType<typeof selectFacts>>[number]

function presentFact({ conversationId, messageId, history, ...fact }: FactRow): Fact {
  return {
    ...fact,
    history: history.map(({ text, by, until }) => ({ text, by, until })),
    from: conversationId !== null && messageId !== null ? { conversationId, messageId } : null,
    createdAt: fact.createdAt.toISOString(),
    updatedAt: fact.updatedAt.toISOString(),
  }
}

/** What differs in case and width alone is the same; the capital of ß is SS as well. */
const foldedText = sql`replace(lower(normalize(${facts.text}, NFKC)), 'ß', 'ss')`
/** In its own case: the database lowers both alike, which JavaScript does not with a letter as İ. */
const folded = (query: string) => query.normalize('NFKC').replaceAll(/[ßẞ]/g, 'ss')

/** Newest first: all, or those that contain a text. */
export async function listFacts(db: Db, of: MemoryOf, query?: string): Promise<Fact[]> {
  const found = await selectFacts(db)
    .where(and(thereIn(of), query ? contains(foldedText, folded(query)) : undefined))
    .orderBy(desc(facts.number))
  return found.map(presentFact)
}

/** Those that are still there, of any agent. */
export async function listFactsById(db: Db, wallet: string, ids: readonly string[]): Promise<Fact[]> {
  if (ids.length === 0) return []
  const found = await selectFacts(db).where(
    and(eq(facts.wallet, wallet), inArray(facts.id, [...ids]), isNull(facts.deletedAt)),
  )
  return found.map(presentFact)
}

export async function findFact(db: Db, of: MemoryOf, id: string): Promise<Fact | null> {
  const [found] = await selectFacts(db).where(and(thereIn(of), eq(facts.id, id)))
  return found ? presentFact(found) : null
}

/** A fact as it is changed, under the lock of its memory. */
export type StoredFact = Omit<typeof facts.$inferSelect, 'wallet' | 'agentId'>

/** By number, with those that can still be restored; to be read under the lock. */
export async function readFacts(transaction: Db, of: MemoryOf, undoable: Date): Promise<StoredFact[]> {
  const found = await transaction
    .select()
    .from(facts)
    .where(and(ofMemory(of), or(isNull(facts.deletedAt), gte(facts.deletedAt, undoable))))
    .orderBy(asc(facts.number))
  return found.map(({ wallet: _, agentId: __, ...fact }) => fact)
}

/** False if one of the ids is taken. */
export async function insertFacts(
  transaction: Db,
  of: MemoryOf,
  added: readonly StoredFact[],
): Promise<boolean> {
  if (added.length === 0) return true
  const { rowCount } = await transaction
    .insert(facts)
    .values(added.map((fact) => ({ ...of, ...fact })))
    .onConflictDoNothing({ target: facts.id })
  return rowCount === added.length
}

export async function updateFact(transaction: Db, of: MemoryOf, fact: StoredFact): Promise<void> {
  const { id, number: _, createdAt: __, deletedAt: ___, ...set } = fact
  await transaction
    .update(facts)
    .set(set)
    .where(and(thereIn(of), eq(facts.id, id)))
}

/** All, or one. Returns how many were there. */
export function markFacts(db: Db, of: MemoryOf, at: Date, id?: string): Promise<number> {
  return db.transaction(async (transaction) => {
    await lockChoice(transaction, of)
    const { rowCount } = await transaction
      .update(facts)
      .set({ deletedAt: at })
      .where(and(thereIn(of), id === undefined ? undefined : eq(facts.id, id)))
    return rowCount ?? 0
  })
}

/** To be called under the lock. */
export async function restoreFacts(transaction: Db, of: MemoryOf, ids: readonly string[]): Promise<void> {
  await transaction
    .update(facts)
    .set({ deletedAt: null })
    .where(and(ofMemory(of), inArray(facts.id, [...ids])))
}

/** Removes for good those that were deleted before a time. Without the locks of their memories, it waits for nobody. */
export async function removeDeletedFacts(db: Db, before: Date): Promise<void> {
  const free = db
    .select({ id: facts.id })
    .from(facts)
    .where(lt(facts.deletedAt, before))
    .for('update', { skipLocked: true })
  await db.delete(facts).where(inArray(facts.id, free))
}

/**
 * Removes for good what was remembered from messages of a conversation, and what facts said before that came from them.
 * Returns how many facts are gone that were not deleted before.
 */
export async function removeFactsFrom(
  transaction: Db,
  { wallet, conversationId }: { wallet: string; conversationId: string },
  messageIds: readonly string[],
): Promise<number> {
  const ids = sql`${sql.param(messageIds)}::text[]`
  const gone = await transaction
    .delete(facts)
    .where(
      and(
        eq(facts.wallet, wallet),
        eq(facts.conversationId, conversationId),
        inArray(facts.messageId, [...messageIds]),
      ),
    )
    .returning({ deletedAt: facts.deletedAt })
  await transaction.execute(sql`
    update facts set history = coalesce((
      select jsonb_agg(said order by place) from jsonb_array_elements(history) with ordinality listed (said, place)
      where not coalesce(said ->> 'messageId' = any(${ids}), false)
    ), '[]')
    where wallet = ${wallet} and exists (
      select from jsonb_array_elements(history) said where said ->> 'messageId' = any(${ids}))`)
  return gone.filter(({ deletedAt }) => deletedAt === null).length
}

const recollectedRow = z.object({
  id: z.string(),
  number: z.int(),
  text: z.string(),
  updatedAt: z.coerce.date(),
})
type RecollectedRow = z.infer<typeof recollectedRow>

const selectRecollected = prepared(
  'recollect_facts',
  recollectedRow,
  ['wallet', 'agentId', 'use'],
  ({ wallet, agentId, use }) => sql`
    select id, number, text, updated_at as "updatedAt" from facts
    where wallet = ${wallet} and agent_id = ${agentId}::uuid and deleted_at is null and not is_off
      and exists (
        select from memory_choices chosen
        where chosen.wallet = ${wallet} and chosen.agent_id = ${agentId}::uuid and chosen.is_on
          and (${use}::text = 'chat' or ${use}::text = any(chosen.also))
      )
    order by number`,
)

/** What may be told now in a place of this kind, by number. */
export const recollectFacts = (
  db: Db,
  of: MemoryOf & { use: 'chat' | 'rooms' | 'try_outs' | 'doors' },
): Promise<RecollectedRow[]> => selectRecollected(db, of)

/** The stems of some texts in one language, without its stop words. */
export async function stemTexts(db: Db, config: string, texts: readonly string[]): Promise<string[][]> {
  const found = await rows(
    db,
    z.object({ words: z.array(z.string()) }),
    sql`
    select array(
      select lexeme from unnest(to_tsvector(${config}::text::regconfig, given.words)) stems (lexeme, positions),
        generate_series(1, cardinality(positions))
    ) as words
    from unnest(${sql.param(texts)}::text[]) with ordinality given (words, place) order by given.place`,
  )
  return found.map(({ words }) => words)
}
