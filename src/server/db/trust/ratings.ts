import { and, desc, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { NewRating, OwnRating, Rating } from '../../../shared/agents/ratings.ts'
import { isOpen, opensTo } from '../agents/visibility.ts'
import type { Db } from '../connect/connect.ts'
import { cutPage, type PageRequest } from '../page.ts'
import { personWeight, type WholeWeight } from '../rank/person-weight.ts'
import { personOf } from '../rank/rank-person.ts'
import { rows } from '../rows.ts'
import { agents } from '../schema/agents.ts'
import { deskLog } from '../schema/moderation.ts'
import { people } from '../schema/people.ts'
import { rankTalks } from '../schema/rank.ts'
import { agentRatings } from '../schema/trust.ts'
import { findLoggedSubjects } from './desk-people.ts'
import { isShownRating } from './take-down.ts'

/** The name of the list in its cursors. */
export const RATINGS = 'agent-ratings'

/** Null for an agent that the wallet can't open. */
export async function findRatedAgent(
  db: Db,
  id: string,
  wallet: string | null,
): Promise<{ owner: string; version: number } | null> {
  const [agent] = await db
    .select({ owner: agents.owner, version: agents.version })
    .from(agents)
    .where(and(eq(agents.id, id), wallet === null ? isOpen : opensTo(wallet)))
  return agent ?? null
}

/** The finished replies that the wallet had of an agent of somebody else. */
export async function countRepliesFor(db: Db, agentId: string, wallet: string): Promise<number> {
  const [talk] = await db
    .select({ replies: rankTalks.replies })
    .from(rankTalks)
    .where(and(eq(rankTalks.agentId, agentId), eq(rankTalks.person, personOf(wallet))))
  return talk?.replies ?? 0
}

const sumsRow = z.object({ raters: z.int(), before: z.int(), weight: z.number(), up: z.number() })

/** Of the newest ratings; a wallet of which no use is known weighs nothing. */
export async function sumRatings(
  db: Db,
  { agentId, version }: { agentId: string; version: number },
  { whole, now, most }: { whole: WholeWeight; now: Date; most: number },
): Promise<z.infer<typeof sumsRow>> {
  const [sums] = await rows(
    db,
    sumsRow,
    sql`
    with rated as (
      select wallet, up, version from ${agentRatings} where agent_id = ${agentId}::uuid
      order by changed_at desc limit ${most}::int
    ),
    weighed as (
      select rated.up, rated.version, coalesce(${personWeight(whole, now)}, 0)::float8 as weight
      from rated left join rank_people known on known.person = ${personOf(sql`rated.wallet`)}
    )
    select count(*)::int as raters, (count(*) filter (where version < ${version}::int))::int as before,
      coalesce(sum(weight), 0)::float8 as weight, coalesce(sum(weight) filter (where up), 0)::float8 as up
    from weighed`,
  )
  return sums ?? { raters: 0, before: 0, weight: 0, up: 0 }
}

/** A wallet is no UUID, as cursors have them. */
const place = sql<string>`md5(${agentRatings.wallet})::uuid`

const columns = {
  wallet: agentRatings.wallet,
  name: people.name,
  up: agentRatings.up,
  reason: agentRatings.reason,
  words: agentRatings.words,
  changedAt: agentRatings.changedAt,
  answer: agentRatings.answer,
  isBefore: sql<boolean>`${agentRatings.version} < ${agents.version}`,
  moderation: agentRatings.moderation,
}

const selectRatings = (db: Db) =>
  db
    .select({ ...columns, id: place.as('place') })
    .from(agentRatings)
    .innerJoin(agents, eq(agents.id, agentRatings.agentId))
    .leftJoin(people, eq(people.address, agentRatings.wallet))

type Row = Awaited<ReturnType<typeof selectRatings>>[number]

const present = ({ id: _, moderation: __, changedAt, ...row }: Row): Rating => ({
  ...row,
  changedAt: changedAt.toISOString(),
})

const presentOwn = (row: Row): OwnRating => ({ ...present(row), wordsAreDown: row.moderation === 'down' })

const isOf = (agentId: string, wallet: string) =>
  and(eq(agentRatings.agentId, agentId), eq(agentRatings.wallet, wallet))

export async function findOwnRating(db: Db, agentId: string, wallet: string): Promise<OwnRating | null> {
  const [row] = await selectRatings(db).where(isOf(agentId, wallet))
  return row ? presentOwn(row) : null
}

/** Those whose words everybody may read, changed last first. */
export async function listRatings(
  db: Db,
  { agentId, after, limit }: PageRequest & { agentId: string },
): Promise<{ ratings: Rating[]; nextCursor: string | null }> {
  const further: SQL | undefined =
    after &&
    sql`(${agentRatings.changedAt}, ${place}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`
  const found = await selectRatings(db)
    .where(and(eq(agentRatings.agentId, agentId), ne(agentRatings.words, ''), isShownRating, further))
    .orderBy(desc(agentRatings.changedAt), desc(place))
    .limit(limit + 1)
  const places = found.map((row) => ({ ...row, createdAt: row.changedAt, row }))
  const { page, nextCursor } = cutPage(RATINGS, places, limit)
  return { ratings: page.map(({ row }) => present(row)), nextCursor }
}

/** Stores a wallet's one rating of an agent. Other words lose the answer to those before, which was to them. */
export function storeRating(
  db: Db,
  {
    agentId,
    wallet,
    version,
    rating,
    at,
  }: { agentId: string; wallet: string; version: number; rating: NewRating; at: Date },
): Promise<void> {
  return db.transaction(async (transaction) => {
    const [before] = await transaction
      .select({ words: agentRatings.words })
      .from(agentRatings)
      .where(isOf(agentId, wallet))
      .for('update')
    const row = { ...rating, version, changedAt: at }
    const isReworded = before !== undefined && before.words !== rating.words
    // Deleting a rating and writing it again does not undo what the desk decided of its words.
    const moderation = before ? {} : { moderation: await findDecided(transaction, `${agentId}/${wallet}`) }
    await transaction
      .insert(agentRatings)
      .values({ agentId, wallet, createdAt: at, ...row, ...moderation })
      .onConflictDoUpdate({
        target: [agentRatings.agentId, agentRatings.wallet],
        set: { ...row, ...(isReworded && { answer: null, answeredAt: null }) },
      })
  })
}

/** In the log a wallet stands as its digest, so the rating is looked for as the log names it. */
async function findDecided(db: Db, rating: string): Promise<'down' | null> {
  const subjects = await findLoggedSubjects(db, { kind: 'rating', subject: rating })
  if (subjects.length === 0) return null
  const [last] = await db
    .select({ action: deskLog.action })
    .from(deskLog)
    .where(
      and(
        eq(deskLog.kind, 'rating'),
        inArray(deskLog.subject, subjects),
        or(eq(deskLog.action, 'take_down'), eq(deskLog.action, 'put_back')),
      ),
    )
    .orderBy(desc(deskLog.number))
    .limit(1)
  return last?.action === 'take_down' ? 'down' : null
}

export async function removeRating(db: Db, agentId: string, wallet: string): Promise<void> {
  await db.delete(agentRatings).where(isOf(agentId, wallet))
}

/** Once: false if there is an answer already, or nothing that everybody may read to answer to. */
export async function storeAnswer(
  db: Db,
  {
    agentId,
    wallet,
    answer,
    to,
    at,
  }: { agentId: string; wallet: string; answer: string; to: string | undefined; at: Date },
): Promise<boolean> {
  const stored = await db
    .update(agentRatings)
    .set({ answer, answeredAt: at })
    .where(
      and(
        isOf(agentId, wallet),
        isNull(agentRatings.answer),
        ne(agentRatings.words, ''),
        to === undefined ? undefined : eq(agentRatings.words, to),
        isShownRating,
      ),
    )
    .returning({ wallet: agentRatings.wallet })
  return stored.length > 0
}
