import { and, asc, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { NOBODY } from '../../../shared/realms/realms.ts'
import type { Db } from '../connect/connect.ts'
import { rows } from '../rows.ts'
import { realmMessages, realms } from '../schema/realms.ts'
import { isKeptOut } from './kept-out.ts'
import { joins } from './realms.ts'
import { insertWord, type NewWord, type StoredWord } from './write-realm-messages.ts'

/** What decides whether a message is stored, and how: read with the realm's row locked. */
export interface WordFacts {
  createdBy: string
  slowSeconds: number
  heldWords: readonly string[]
  /** When the author last said something in the realm; null if that is long ago. */
  lastSaidAt: Date | null
}

/** More messages than any realm has within its longest slow mode. */
const MESSAGES_LOOKED_AT = 5_000

/**
 * Stores a message as a decision says that was made of the facts, with the realm's row locked: of many messages at once
 * each sees those before it.
 * @param decide returns how it is stored, or the seconds to wait
 * @returns as `insertWord`, or the seconds to wait
 */
export function insertLookedAt(
  db: Db,
  word: NewWord,
  decide: (facts: WordFacts) => { withheld: 'held' | null } | { wait: number },
): Promise<StoredWord | { wait: number } | null> {
  return db.transaction(async (transaction) => {
    const [realm] = await transaction
      .select({
        createdBy: realms.createdBy,
        slowSeconds: realms.slowSeconds,
        heldWords: realms.heldWords,
        lastMessage: realms.lastMessage,
      })
      .from(realms)
      .where(and(eq(realms.id, word.realmId), isNull(realms.deletedAt)))
      .for('no key update')
    if (!realm) return null
    const [last] = await transaction
      .select({ createdAt: realmMessages.createdAt })
      .from(realmMessages)
      .where(
        and(
          eq(realmMessages.realmId, word.realmId),
          gt(realmMessages.number, realm.lastMessage - MESSAGES_LOOKED_AT),
          eq(realmMessages.author, word.author),
          eq(realmMessages.kind, 'said'),
        ),
      )
      .orderBy(desc(realmMessages.number))
      .limit(1)
    const decision = decide({ ...realm, lastSaidAt: last?.createdAt ?? null })
    if ('wait' in decision) return decision
    return insertWord(transaction, word, { lookedAt: true, ...decision })
  })
}

const passedRow = z.object({ wakes: z.boolean(), joined: z.boolean() })

/**
 * Lets a held message through under the realm's next version, for its creator. An answer that still waits for its person
 * stays unsettled. Whoever was banned since does not come in with it.
 * @returns null if there is no such message, or not any more
 */
export async function letThrough(
  db: Db,
  { realmId, id, by, at }: { realmId: string; id: string; by: string; at: Date },
): Promise<{ wakes: boolean; joined: boolean } | null> {
  const [passed] = await rows(
    db,
    passedRow,
    sql`
    with realm as materialized (
      select id, participants from realms where id = ${realmId} and created_by = ${by} and deleted_at is null
      for no key update
    ),
    wanted as (
      select message.realm_id, message.id, message.author, message.kind,
        message.state is distinct from 'waiting' as settles,
        message.kind = 'said' and ${joins(sql`message.author`, sql`realms.participants`)}
          and not ${isKeptOut('bans', sql`message.author`, at.toISOString())} as joins
      from realm_messages message join realm realms on realms.id = message.realm_id
      where message.id = ${id} and withheld = 'held' and removed_at is null and message.state is distinct from 'running'
      for update of message
    ),
    place as (
      update realms set last_change = last_change + 1,
        participants = case when wanted.joins then array_append(participants, wanted.author) else participants end,
        awaits_director = awaits_director or wanted.settles and exists (select from realm_agents where realm_id = realms.id),
        held = case wanted.kind when 'said' then nullif(held, 'turns') else held end
      from wanted where realms.id = wanted.realm_id
      returning realms.id, last_change, awaits_director
    ),
    passed as (
      update realm_messages message set withheld = null, version = place.last_change,
        settled = case when wanted.settles then place.last_change end
      from place, wanted where message.realm_id = place.id and message.id = wanted.id
      returning 1
    )
    select place.awaits_director as wakes, wanted.joins as joined
    from place, wanted, passed`,
  )
  return passed ?? null
}

interface EndingAnswer {
  conversationId: string
  replyId: string
  /** What the server that ends it knows of its words. */
  content: string
}

/**
 * Marks answers that are about to end as held, or not, by what a decision says of their words; their end, which follows,
 * is the change that everybody gets.
 */
export async function markAnswers(
  db: Db,
  answers: readonly EndingAnswer[],
  isHeld: (heldWords: readonly string[], content: string) => boolean,
): Promise<void> {
  if (answers.length === 0) return
  const found = await rows(
    db,
    answerRow,
    sql`
    select message.realm_id as "realmId", message.id, realms.held_words as "heldWords", coalesce(turn.words, '') as words,
      coalesce(message.withheld = 'held', false) as held
    from unnest(
      ${sql.param(answers.map(({ conversationId }) => conversationId))}::uuid[],
      ${sql.param(answers.map(({ replyId }) => replyId))}::uuid[]
    ) as ending (realm_id, id)
    join realm_messages message on message.realm_id = ending.realm_id and message.id = ending.id
    join realms on realms.id = message.realm_id
    left join running_turns turn on turn.realm_id = message.realm_id and turn.reply_id = message.id`,
  )
  const known = new Map(answers.map((answer) => [answer.replyId, answer.content]))
  for (const { realmId, id, heldWords, words, held } of found) {
    const becomes = isHeld(heldWords, known.get(id) ?? '') || isHeld(heldWords, words)
    if (becomes === held) continue
    await db
      .update(realmMessages)
      .set({ withheld: becomes ? 'held' : null })
      .where(
        and(
          eq(realmMessages.realmId, realmId),
          eq(realmMessages.id, id),
          // What the desk took down stays down.
          sql`${realmMessages.withheld} is distinct from 'down'`,
        ),
      )
  }
}

const answerRow = z.object({
  realmId: z.string(),
  id: z.string(),
  heldWords: z.array(z.string()),
  words: z.string(),
  held: z.boolean(),
})

/** The ids of messages that wait for the creator: all of them for the creator, their own for others. Oldest first. */
export async function listHeld(
  db: Db,
  { realmId, wallet, after, limit }: { realmId: string; wallet: string; after: number; limit: number },
): Promise<string[]> {
  const found = await db
    .select({ id: realmMessages.id })
    .from(realmMessages)
    .innerJoin(realms, eq(realms.id, realmMessages.realmId))
    .where(
      and(
        eq(realmMessages.realmId, realmId),
        // As the partial index has it.
        sql`withheld = 'held'`,
        isNull(realmMessages.removedAt),
        isNull(realms.deletedAt),
        gt(realmMessages.number, after),
        sql`${wallet} in (${realmMessages.author}, ${realms.createdBy})`,
        sql`${realmMessages.state} is distinct from 'running'`,
      ),
    )
    .orderBy(asc(realmMessages.number))
    .limit(limit)
  return found.map(({ id }) => id)
}

/** Held messages of realms whose creator has deleted everything: nobody is left who looks at them. Oldest first. */
export function listLeftHeld(db: Db, limit: number): Promise<{ realmId: string; id: string }[]> {
  return db
    .select({ realmId: realmMessages.realmId, id: realmMessages.id })
    .from(realmMessages)
    .innerJoin(realms, eq(realms.id, realmMessages.realmId))
    .where(
      and(
        // As the partial index has it.
        sql`withheld = 'held'`,
        isNull(realmMessages.removedAt),
        sql`${realmMessages.state} is distinct from 'running'`,
        eq(realms.createdBy, NOBODY),
        isNull(realms.deletedAt),
      ),
    )
    .orderBy(asc(realmMessages.realmId), asc(realmMessages.number))
    .limit(limit)
}
