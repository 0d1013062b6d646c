import { type AnyColumn, and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { recollectPeople } from '../agents/owner-people.ts'
import type { Db } from '../connect/connect.ts'
import { lockNames } from '../lock-names.ts'
import { notePersonDue } from '../people/people.ts'
import { mergePeople } from '../rank/rank-person.ts'
import { idRow, rows } from '../rows.ts'
import { agentFavourites, agents, imageUploads } from '../schema/agents.ts'
import { ownerPeople } from '../schema/analytics.ts'
import { conversations } from '../schema/conversations.ts'
import { sources, sourceVersions } from '../schema/knowledge.ts'
import { blocks } from '../schema/moderation.ts'
import { handovers, ownImports } from '../schema/own-data.ts'
import { people, restingNames } from '../schema/people.ts'
import { realmAgents, realmBans, realmMutes } from '../schema/realms.ts'
import { socialBriefs } from '../schema/social.ts'
import { swarmRuns } from '../schema/swarm.ts'
import { moveSpending, moveSpendingOfAgent } from '../spending/own-spending.ts'
import { lockDesk } from '../trust/desk-log.ts'
import { moveAtDesk } from '../trust/desk-people.ts'
import { closeTools } from './close-tools.ts'
import { isBeingDeleted } from './delete-everything.ts'
import { takeHandover } from './handovers.ts'
import { moveOnce } from './move-once.ts'
import { moveCredits } from './own-lineage.ts'
import { moveMemory } from './own-memory.ts'
import { moveToolData } from './own-tools.ts'
import { moveTrustData, removeOwnersRatings } from './own-trust.ts'
import { removeUser } from './settle-deletion.ts'

interface Moved {
  sessions: string[]
  realms: string[]
}

interface Taking {
  id: string
  taker: string
  /** Offers made before this time have expired. */
  after: Date
  now: Date
}

/** Why nothing was moved: the offer no longer exists, or the giver has deleted what it offered. */
export type NotMoved = 'gone' | 'deleted'

/** Moves everything of one wallet to another in one transaction, and ends the giver's sessions. The taker's profile wins. */
export function moveEverything(db: Db, taking: Taking): Promise<Moved | NotMoved> {
  return db.transaction(async (transaction) => {
    // The desk before offers, and these before agents, as everything does that changes several. Nobody is suspended at the
    // desk meanwhile, which would stay with the giver.
    await lockDesk(transaction)
    const offer = await takeHandover(transaction, taking)
    if (!offer || offer.agentId !== null) return 'gone'
    const { giver: from, taker: to } = offer
    // Nothing of theirs is deleted meanwhile. Nor does the taker report what the giver has reported.
    await lockNames(transaction, `person ${from}`, `person ${to}`, `reports ${to}`)
    if (await isBeingDeleted(transaction, from)) return 'deleted'
    await transaction.delete(handovers).where(eq(handovers.giver, from))
    await closeTools(transaction, eq(agents.owner, from))
    for (const column of owned)
      await transaction.execute(
        sql`update ${column.table} set ${sql.identifier(column.name)} = ${to} where ${column} = ${from}`,
      )
    await unblockEachOther(transaction, from, to)
    for (const wallet of once) await moveOnce(transaction, wallet, from, to)
    await moveVotes(transaction, from, to)
    await moveProfile(transaction, from, to, taking.now)
    await mergePeople(transaction, from, to, taking.now)
    await moveSpending(transaction, from, to)
    await moveToolData(transaction, from, to)
    await moveMemory(transaction, from, to)
    await moveAtDesk(transaction, from, to)
    await moveTrustData(transaction, from, to)
    await moveCredits(transaction, from, to)
    const touched = await moveRealms(transaction, from, to)
    return { sessions: await removeUser(transaction, from), realms: touched }
  })
}

const owned: readonly AnyColumn[] = [
  agents.owner,
  conversations.owner,
  sources.wallet,
  swarmRuns.owner,
  socialBriefs.owner,
  ownImports.wallet,
  sourceVersions.wallet,
  realmAgents.invitedBy,
  restingNames.address,
]

/** The columns of tables with at most one row per wallet and thing, for which the taker may have a row already. */
const once: readonly AnyColumn[] = [
  agentFavourites.wallet,
  imageUploads.wallet,
  // The digest of a person differs between owners, so nobody is counted twice.
  ownerPeople.owner,
  realmMutes.wallet,
  realmBans.wallet,
  blocks.wallet,
  // Whoever is blocked does not get round it with another wallet.
  blocks.blocked,
]

/** Both are one person now, and nobody blocks themselves. */
async function unblockEachOther(transaction: Db, from: string, to: string): Promise<void> {
  const both = [from, to]
  await transaction.delete(blocks).where(and(inArray(blocks.wallet, both), inArray(blocks.blocked, both)))
}

/** A wallet has one vote per agent: if both voted, even at this moment, the giver's vote is removed. */
async function moveVotes(transaction: Db, from: string, to: string): Promise<void> {
  await transaction.execute(sql`
    with mine as (delete from agent_upvotes where wallet = ${from} returning agent_id, created_at),
    moved as (
      insert into agent_upvotes (agent_id, wallet, created_at) select agent_id, ${to}, created_at from mine order by 1
      on conflict do nothing returning agent_id
    )
    update agents set upvotes = upvotes - 1
    where id in (select agent_id from mine except select agent_id from moved)`)
}

/** The taker's values win, the giver's fill the gaps; a second name becomes a resting name of the taker. */
async function moveProfile(transaction: Db, from: string, to: string, now: Date): Promise<void> {
  const [mine] = await transaction.delete(people).where(eq(people.address, from)).returning()
  if (!mine) return
  const [theirs] = await transaction.select().from(people).where(eq(people.address, to))
  const { address: _, name, skeleton, nameChangedAt, imageUrl, about } = mine
  const named = theirs?.name ? theirs : { name, skeleton, nameChangedAt }
  const row = {
    name: named.name,
    skeleton: named.skeleton,
    nameChangedAt: named.nameChangedAt,
    imageUrl: theirs?.imageUrl ?? imageUrl,
    about: theirs?.about || about,
    // What was taken down does not come back with another wallet.
    moderation: theirs?.moderation ?? mine.moderation,
  }
  await transaction
    .insert(people)
    .values({ address: to, ...row })
    .onConflictDoUpdate({ target: people.address, set: row })
  await notePersonDue(transaction, to)
  if (theirs?.name && name !== null && skeleton !== null) {
    const rests = { skeleton, name, address: to, givenUpAt: now }
    await transaction
      .insert(restingNames)
      .values(rests)
      .onConflictDoUpdate({ target: restingNames.skeleton, set: rests })
  }
}

/**
 * Every moved message gets a new version, so that connected clients learn who its author is now.
 * @returns the realms that show the taker now: who spoke, who takes part, and whose the agents are
 */
async function moveRealms(transaction: Db, from: string, to: string): Promise<string[]> {
  const spoken = await rows(
    transaction,
    idRow,
    sql`
    with said as (
      select realm_id, number, row_number() over (partition by realm_id order by number) as step
      from realm_messages where author = ${from}
    ),
    counted as (select realm_id, count(*) as messages from said group by realm_id),
    place as (
      update realms set last_change = last_change + counted.messages from counted where id = counted.realm_id
      returning id, last_change - counted.messages as last_change
    ),
    moved as (
      update realm_messages set author = ${to}, version = place.last_change + said.step
      from said join place on place.id = said.realm_id
      where realm_messages.realm_id = said.realm_id and realm_messages.number = said.number
      returning 1
    )
    select id from place, (select count(*) from moved) as done`,
  )
  const made = await rows(
    transaction,
    idRow,
    sql`
    update realms set
      created_by = case when created_by = ${from} then ${to} else created_by end,
      participants = case when ${to} = any(participants) then array_remove(participants, ${from})
        else array_replace(participants, ${from}, ${to}) end
    where created_by = ${from} or participants @> array[${from}]::text[]
    returning id`,
  )
  // The creator of a realm can always be and speak in it.
  for (const table of [realmMutes, realmBans])
    await transaction.execute(sql`
      delete from ${table} where wallet = ${to} and realm_id in (select id from realms where created_by = ${to})`)
  const shown = await rows(
    transaction,
    idRow,
    sql`
    select realm_id as id from realm_agents join agents on agents.id = agent_id
    where agents.owner = ${to} or invited_by = ${to}`,
  )
  return [...new Set([...spoken, ...made, ...shown].map(({ id }) => id))]
}

/** Moves one agent to another wallet, with its versions, documents, analytics and pictures. */
export function moveAgent(db: Db, taking: Taking): Promise<{ agentId: string } | NotMoved> {
  return db.transaction(async (transaction) => {
    const offer = await takeHandover(transaction, taking)
    if (!offer?.agentId) return 'gone'
    const { giver: from, taker: to, agentId, offeredAt } = offer
    const moved = await transaction
      .update(agents)
      .set({ owner: to })
      .where(and(eq(agents.id, agentId), eq(agents.owner, from), isNull(agents.deletedAt)))
      .returning({ id: agents.id })
    if (moved.length === 0) return 'deleted'
    await closeTools(transaction, eq(agents.id, agentId))
    await transaction.execute(sql`
      update ${sourceVersions} set wallet = ${to}
      where source_id in (select id from ${sources} where ${eq(sources.agentId, agentId)})`)
    const shown = sql`(
      select substr(image_url, 9, 64) from agents where id = ${agentId} and image_url like '/images/%'
      union select substr(image_url, 9, 64) from agent_versions where agent_id = ${agentId} and image_url like '/images/%')`
    await transaction.execute(sql`
      insert into ${imageUploads} (wallet, hash, created_at)
      select ${to}, hash, ${offeredAt.toISOString()}::timestamptz from images where hash in ${shown}
      on conflict do nothing`)
    await moveSpendingOfAgent(transaction, { agentId, from, to })
    await removeOwnersRatings(transaction, to)
    await recollectPeople(transaction, [from, to])
    return { agentId }
  })
}
