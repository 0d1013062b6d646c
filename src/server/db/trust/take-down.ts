import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { ModerationState } from '../../../shared/trust/moderation.ts'
import type { Db } from '../connect/connect.ts'
import { idRow, rows } from '../rows.ts'
import { agents } from '../schema/agents.ts'
import { sharedCopies } from '../schema/conversations.ts'
import { takenPictures } from '../schema/moderation.ts'
import { people } from '../schema/people.ts'
import { realmMessages, realms } from '../schema/realms.ts'
import { agentRatings } from '../schema/trust.ts'
import { uuids } from '../uuids.ts'

// Each sets how one thing stands, and nothing else of it, so that putting it back brings back everything. False if there
// is no such thing.

export async function setAgentModeration(
  db: Db,
  id: string,
  state: ModerationState | null,
): Promise<boolean> {
  const set = await db
    .update(agents)
    .set({ moderation: state })
    .where(eq(agents.id, id))
    .returning({ id: agents.id })
  return set.length > 0
}

export async function setRealmModeration(
  db: Db,
  id: string,
  state: ModerationState | null,
): Promise<boolean> {
  const set = await db
    .update(realms)
    .set({ moderation: state })
    .where(eq(realms.id, id))
    .returning({ id: realms.id })
  return set.length > 0
}

export async function setCopyModeration(db: Db, id: string, state: ModerationState | null): Promise<boolean> {
  const set = await db
    .update(sharedCopies)
    .set({ moderation: state })
    .where(eq(sharedCopies.id, id))
    .returning({ id: sharedCopies.id })
  return set.length > 0
}

export async function setRatingModeration(
  db: Db,
  of: { agentId: string; wallet: string },
  state: ModerationState | null,
): Promise<boolean> {
  const set = await db
    .update(agentRatings)
    .set({ moderation: state })
    .where(and(eq(agentRatings.agentId, of.agentId), eq(agentRatings.wallet, of.wallet)))
    .returning({ agentId: agentRatings.agentId })
  return set.length > 0
}

/** The words of a rating that was taken down are not shown; its vote counts. */
export const isShownRating = sql`${agentRatings.moderation} is null`

/** What they said in realms changes with it, as what is shown beside their words does. */
export async function setPersonModeration(
  db: Db,
  address: string,
  state: ModerationState | null,
): Promise<boolean> {
  const set = await db
    .update(people)
    .set({ moderation: state })
    .where(eq(people.address, address))
    .returning({ address: people.address })
  if (set.length === 0) return false
  await db.execute(sql`
    with place as (
      -- Realms before their messages, as everything does that writes both.
      update realms set last_change = last_change + said.messages from (
        select realm_id, count(*) as messages from ${realmMessages} where author = ${address} and kind = 'said'
        group by realm_id
      ) said where id = said.realm_id
      returning id, last_change - said.messages as last_change
    ),
    said as (
      select realm_id, number, row_number() over (partition by realm_id order by number) as step
      from ${realmMessages} where author = ${address} and kind = 'said'
    )
    update realm_messages set version = place.last_change + said.step
    from said join place on place.id = said.realm_id
    where realm_messages.realm_id = said.realm_id and realm_messages.number = said.number`)
  return true
}

const spokenRow = z.object({ realmId: z.string(), id: z.string() })

/** The last change of each realm that somebody spoke in, among what they said there. */
export function listSpoken(db: Db, address: string): Promise<z.infer<typeof spokenRow>[]> {
  return rows(
    db,
    spokenRow,
    sql`
    select distinct on (realm_id) realm_id as "realmId", id from ${realmMessages}
    where author = ${address} and kind = 'said' order by realm_id, version desc`,
  )
}

/**
 * How a message stood before it was taken down: one that is complete and has not settled was held, which nobody but its
 * creator ends. Of an answer that waits for its person that can't be told; it is held where its realm holds words.
 */
const withheldBefore = sql<'held' | null>`
  case when settled is null and (
    state is null or state not in ('running', 'waiting')
    or state = 'waiting' and exists (select from realms where realms.id = realm_id and held_words <> '{}')
  ) then 'held' end`

/** A change of the realm's log like any other: every page and every server learns of it. */
export async function setMessageModeration(
  db: Db,
  { realmId, id }: { realmId: string; id: string },
  state: ModerationState | null,
): Promise<boolean> {
  const [realm] = await db
    .update(realms)
    .set({ lastChange: sql`${realms.lastChange} + 1` })
    .where(
      and(
        eq(realms.id, realmId),
        sql`exists (select from realm_messages where realm_id = ${realmId} and id = ${id})`,
      ),
    )
    .returning({ version: realms.lastChange })
  if (!realm) return false
  await db
    .update(realmMessages)
    .set({ withheld: state === null ? withheldBefore : 'down', version: realm.version })
    .where(and(eq(realmMessages.realmId, realmId), eq(realmMessages.id, id)))
  return true
}

/** A picture that was taken down stays stored, so that it can be put back; whoever gets the bytes asks here first. */
export async function setPictureTaken(db: Db, hash: string, at: Date | null): Promise<boolean> {
  if (at === null) {
    const back = await db.delete(takenPictures).where(eq(takenPictures.hash, hash)).returning()
    return back.length > 0
  }
  await db.insert(takenPictures).values({ hash, looks: null, takenAt: at }).onConflictDoNothing()
  return true
}

/** The realms that one of the agents was invited into. */
export async function listRealmsWith(db: Db, agentIds: readonly string[]): Promise<string[]> {
  const found = await rows(
    db,
    idRow,
    sql`select distinct realm_id as id from realm_agents where agent_id = any(${uuids(agentIds)})`,
  )
  return found.map(({ id }) => id)
}

/** Those of the agents that are down. */
export async function listDown(db: Db, ids: readonly string[]): Promise<string[]> {
  const found = await rows(
    db,
    idRow,
    sql`select id from ${agents} where id = any(${sql.param([...ids])}::uuid[]) and moderation = 'down'`,
  )
  return found.map(({ id }) => id)
}
