import { randomUUID } from 'node:crypto'
import { and, eq, inArray, lt, or, sql } from 'drizzle-orm'
import { NOBODY } from '../../../shared/realms/realms.ts'
import { concealHandles, concealKeptOut, concealNames, listGivenUp, recogniseWallet } from '../conceal.ts'
import type { Db } from '../connect/connect.ts'
import { removeApiKeysOf } from '../doors/api-keys.ts'
import { removeMcpOf } from '../mcp/mcp-servers.ts'
import { noticeOfKey, removeModelKeysOf } from '../models/model-keys.ts'
import { removePerson } from '../rank/rank-person.ts'
import { agentFavourites, agents, agentUpvotes } from '../schema/agents.ts'
import { ownerPeople } from '../schema/analytics.ts'
import { accounts, nonces, sessions, users } from '../schema/identity.ts'
import { blocks } from '../schema/moderation.ts'
import { oauthCodes } from '../schema/oauth-codes.ts'
import { handovers, ownDeletions, ownImports } from '../schema/own-data.ts'
import { people, restingNames } from '../schema/people.ts'
import { realmAgents, realms } from '../schema/realms.ts'
import { removeSpending } from '../spending/own-spending.ts'
import { lockDesk } from '../trust/desk-log.ts'
import { leaveDesk, recogniseAtDesk } from '../trust/desk-people.ts'
import type { LeavingWallet } from './empty-words.ts'
import { removeMemory } from './own-memory.ts'
import { removeToolData } from './own-tools.ts'
import { removeTrustData } from './own-trust.ts'
import { listDeletedAgents, removePictures } from './traces.ts'

interface SettledDeletion {
  leaving: LeavingWallet
  sessions: string[]
  /** Realms that lost their creator, a participant or somebody who invited an agent. */
  realms: string[]
}

/**
 * Makes a deletion final, once, and takes the wallet out of the realms of others. Its name becomes a resting name.
 * @returns null if there is no such deletion; if it is final already, only who is leaving
 */
export function settleDeletion(
  db: Db,
  { wallet, before, now }: { wallet: string; before: Date; now: Date },
): Promise<SettledDeletion | null> {
  return db.transaction(async (transaction) => {
    // Before anything else, as the desk does: what it is doing about the wallet is to be seen here.
    await lockDesk(transaction)
    const [deletion] = await transaction
      .select()
      .from(ownDeletions)
      .where(and(eq(ownDeletions.wallet, wallet), lt(ownDeletions.deletedAt, before)))
      .for('update')
    if (!deletion) return null
    const { deletedAt } = deletion
    const settledAt = deletion.settledAt ?? now
    if (!deletion.settledAt) await removeProfile(transaction, wallet, now)
    const leaving = {
      ...{ wallet, deletedAt, settledAt },
      names: await listGivenUp(transaction, wallet),
      agents: await listDeletedAgents(transaction, wallet),
    }
    if (deletion.settledAt) return { leaving, sessions: [], realms: [] }
    await transaction.delete(handovers).where(or(eq(handovers.giver, wallet), eq(handovers.taker, wallet)))
    await concealKeptOut(transaction, wallet, randomUUID())
    await transaction.delete(blocks).where(or(eq(blocks.wallet, wallet), eq(blocks.blocked, wallet)))
    await transaction.delete(agentFavourites).where(eq(agentFavourites.wallet, wallet))
    await removeVotes(transaction, wallet)
    await removePerson(transaction, wallet, now)
    await transaction.delete(ownerPeople).where(eq(ownerPeople.owner, wallet))
    await removePictures(transaction, wallet)
    await concealHandles(transaction, leaving.agents, { salt: randomUUID(), now })
    await transaction.delete(ownImports).where(eq(ownImports.wallet, wallet))
    await transaction.delete(nonces).where(eq(nonces.wallet, wallet))
    await removeSpending(transaction, wallet)
    await removeToolData(transaction, wallet)
    await removeMemory(transaction, wallet)
    await leaveDesk(transaction, wallet, { salt: randomUUID(), now })
    await removeTrustData(transaction, wallet)
    const left = await leaveRealms(transaction, wallet, deletedAt)
    const ended = await removeUser(transaction, wallet)
    await transaction.update(ownDeletions).set({ settledAt }).where(eq(ownDeletions.wallet, wallet))
    return { leaving, sessions: ended, realms: left }
  })
}

/** Takes a wallet out of the realms that stay, those included whose deletion can still be undone. */
async function leaveRealms(transaction: Db, wallet: string, deletedAt: Date): Promise<string[]> {
  const left = await transaction
    .update(realms)
    .set({
      participants: sql`array_remove(${realms.participants}, ${wallet})`,
      createdBy: sql`case when ${realms.createdBy} = ${wallet} then ${NOBODY} else ${realms.createdBy} end`,
      // Nobody would let through what is held.
      heldWords: sql`case when ${realms.createdBy} = ${wallet} then '{}' else ${realms.heldWords} end`,
    })
    .where(
      and(
        sql`(${realms.createdBy} = ${wallet} or ${realms.participants} @> array[${wallet}]::text[])`,
        sql`not (${realms.createdBy} = ${wallet} and ${realms.deletedAt} is not null)`,
        lt(realms.createdAt, deletedAt),
      ),
    )
    .returning({ id: realms.id })
  const invited = await transaction
    .update(realmAgents)
    .set({ invitedBy: NOBODY })
    .where(eq(realmAgents.invitedBy, wallet))
    .returning({ id: realmAgents.realmId })
  return [...new Set([...left, ...invited].map(({ id }) => id))]
}

async function removeProfile(transaction: Db, wallet: string, now: Date): Promise<void> {
  const [gone] = await transaction.delete(people).where(eq(people.address, wallet)).returning()
  if (gone?.name == null || gone.skeleton === null) return
  const rests = { skeleton: gone.skeleton, name: gone.name, address: wallet, givenUpAt: now }
  await transaction
    .insert(restingNames)
    .values(rests)
    .onConflictDoUpdate({ target: restingNames.skeleton, set: rests })
}

async function removeVotes(transaction: Db, wallet: string): Promise<void> {
  await transaction.execute(sql`
    with taken as (delete from ${agentUpvotes} where wallet = ${wallet} returning agent_id)
    update ${agents} set upvotes = upvotes - 1 where id in (select agent_id from taken)`)
}

/** Removes a wallet's user, its sessions, keys and pending consents; returns what servers are told of those. */
export async function removeUser(transaction: Db, wallet: string): Promise<string[]> {
  const user = transaction
    .select({ id: accounts.userId })
    .from(accounts)
    .where(and(eq(accounts.provider, 'solana'), eq(accounts.subject, wallet)))
  const ended = await transaction
    .delete(sessions)
    .where(inArray(sessions.userId, user))
    .returning({ id: sessions.id })
  await transaction.delete(users).where(inArray(users.id, user))
  await transaction.delete(oauthCodes).where(eq(oauthCodes.wallet, wallet))
  const keys = await removeModelKeysOf(transaction, wallet)
  await removeMcpOf(transaction, wallet)
  return [
    ...ended.map(({ id }) => id),
    ...(await removeApiKeysOf(transaction, wallet)),
    ...keys.map(noticeOfKey),
  ]
}

/** Removes a completed deletion and conceals the names given up, unless the wallet has deleted everything again since. */
export async function endDeletion(
  db: Db,
  { wallet, deletedAt }: Pick<LeavingWallet, 'wallet' | 'deletedAt'>,
): Promise<void> {
  await db.transaction(async (transaction) => {
    const ended = await transaction
      .delete(ownDeletions)
      .where(and(eq(ownDeletions.wallet, wallet), eq(ownDeletions.deletedAt, deletedAt)))
      .returning({ wallet: ownDeletions.wallet })
    if (ended.length === 0) return
    await concealNames(transaction, wallet, randomUUID())
    const [back] = await transaction.select().from(accounts).where(eq(accounts.subject, wallet))
    if (!back) return
    await recogniseWallet(transaction, wallet)
    await recogniseAtDesk(transaction, wallet)
  })
}
