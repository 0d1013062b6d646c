import { and, eq, sql } from 'drizzle-orm'
import { limits } from '../../../shared/common/limits.ts'
import { answersTo, isOpen } from '../agents/visibility.ts'
import type { Db } from '../connect/connect.ts'
import { findBlock } from '../people/blocks.ts'
import { countRows } from '../rows.ts'
import { agents } from '../schema/agents.ts'
import { realmAgents, realmMessages, realms } from '../schema/realms.ts'
import { runningTurns } from '../schema/turns.ts'
import { findKeptOut } from './kept-out.ts'
import { isRealmThere } from './visibility.ts'

export type InvitationOutcome =
  | 'invited'
  | 'there'
  | 'realm_missing'
  | 'not_participant'
  | 'muted'
  | 'banned'
  | 'agent_missing'
  | 'agent_dormant'
  /** The agent is not published and belongs to another wallet (decision 8). */
  | 'agent_draft'
  /** Its owner blocks this wallet. */
  | 'blocked'
  | 'owner_banned'
  | 'realm_full'
  | 'name_taken'

/** Adds an agent. The realm's row is locked, so that concurrent invitations can't take the same last place or name. */
export function inviteAgent(
  db: Db,
  invitation: { realmId: string; agentId: string; wallet: string; at: Date },
): Promise<InvitationOutcome> {
  const { realmId, agentId, wallet, at } = invitation
  return db.transaction(async (transaction) => {
    const [realm] = await transaction
      .select({ participates: sql<boolean>`${wallet} = any(participants)` })
      .from(realms)
      .where(and(eq(realms.id, realmId), isRealmThere))
      .for('no key update')
    if (!realm) return 'realm_missing'
    if (!realm.participates) return 'not_participant'

    const here = { realmId, now: at }
    if (await findKeptOut(transaction, { ...here, wallet, kind: 'bans' })) return 'banned'
    if (await findKeptOut(transaction, { ...here, wallet, kind: 'mutes' })) return 'muted'

    const [agent] = await transaction
      .select({
        name: agents.name,
        awake: agents.visibilityEnabled,
        published: agents.isPublic,
        owner: agents.owner,
      })
      .from(agents)
      .where(and(eq(agents.id, agentId), answersTo(wallet)))
    if (!agent) return 'agent_missing'
    if (!agent.awake) return 'agent_dormant'
    if (!agent.published && agent.owner !== wallet) return 'agent_draft'
    if (await findBlock(transaction, agent.owner, wallet)) return 'blocked'
    if (await findKeptOut(transaction, { ...here, wallet: agent.owner, kind: 'bans' })) return 'owner_banned'

    const roster = await transaction
      .select({ id: agents.id, name: agents.name })
      .from(realmAgents)
      .innerJoin(agents, eq(agents.id, realmAgents.agentId))
      .where(and(eq(realmAgents.realmId, realmId), isOpen))
    if (roster.some(({ id }) => id === agentId)) return 'there'
    if (roster.length >= limits.realmAgents) return 'realm_full'
    if (roster.some(({ name }) => name.toLowerCase() === agent.name.toLowerCase())) return 'name_taken'

    // Agents do not answer messages from a time when no agent was in the realm.
    if (roster.length === 0)
      await transaction
        .update(realms)
        .set({ directed: sql`last_change`, held: null })
        .where(and(eq(realms.id, realmId), eq(realms.awaitsDirector, false)))
    const { rowCount } = await transaction
      .insert(realmAgents)
      .values({ realmId, agentId, invitedBy: wallet, invitedAt: at })
      .onConflictDoNothing()
    // It was invited before, and has become dormant since it was looked up.
    if (rowCount === 0) return 'agent_dormant'
    await giveUpPlaces(transaction, realmId)
    return 'invited'
  })
}

/**
 * A dormant agent is in no realm, and comes back to its place when it wakes: where others have taken all places
 * meanwhile, the agent that was invited last has none any more. Else the realm would have more agents than it may have.
 */
async function giveUpPlaces(db: Db, realmId: string): Promise<void> {
  await db.execute(sql`
    delete from realm_agents invited using (
      select agent_id, row_number() over (order by open desc, invited_at, agent_id) as place from (
        select realm_agents.agent_id, invited_at, ${isOpen} as open
        from realm_agents join agents on agents.id = realm_agents.agent_id where realm_id = ${realmId}
      ) known
    ) counted
    where invited.realm_id = ${realmId} and invited.agent_id = counted.agent_id
      and counted.place > ${limits.realmAgents}::int`)
}

/**
 * Removes an agent once no director is deciding there; its running answer goes on. False, with nothing changed, if it is
 * not there or the wallet is neither its inviter, its owner nor the realm's creator.
 */
export async function removeAgent(
  db: Db,
  dismissal: { realmId: string; agentId: string; wallet: string },
): Promise<boolean> {
  const { realmId, agentId, wallet } = dismissal
  const removed = await countRows(
    db,
    sql`
    with realm as (
      select id, created_by from realms where id = ${realmId} and ${isRealmThere} for no key update
    )
    delete from realm_agents invited using realm, agents agent
    where invited.realm_id = realm.id and invited.agent_id = ${agentId} and agent.id = invited.agent_id
      and ${wallet} in (invited.invited_by, realm.created_by, agent.owner)`,
  )
  return removed > 0
}

/** Whether an agent was invited into a realm, even if it is dormant. */
export async function isInvited(db: Db, realmId: string, agentId: string): Promise<boolean> {
  const rows = await db
    .select({ id: realmAgents.agentId })
    .from(realmAgents)
    .where(and(eq(realmAgents.realmId, realmId), eq(realmAgents.agentId, agentId)))
  return rows.length > 0
}

export async function listRunningOf(db: Db, realmId: string, agentId: string): Promise<string[]> {
  const rows = await db
    .select({ id: realmMessages.id })
    .from(runningTurns)
    .innerJoin(
      realmMessages,
      and(eq(realmMessages.realmId, runningTurns.realmId), eq(realmMessages.id, runningTurns.replyId)),
    )
    .where(and(eq(runningTurns.realmId, realmId), eq(realmMessages.agentId, agentId)))
  return rows.map(({ id }) => id)
}
