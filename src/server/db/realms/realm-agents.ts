import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { limits } from '../../../shared/common/limits.ts'
import type { Db } from '../connect/connect.ts'
import { agents } from '../schema/agents.ts'
import { realmAgents, realmMessages, realmMutes, realms, runningAnswers } from '../schema/realms.ts'

/** What became of an invitation. */
export type InvitationOutcome =
  | 'invited'
  /** It is in the realm already. */
  | 'there'
  | 'realm_missing'
  | 'not_participant'
  | 'muted'
  /** There is none that opens for the wallet. */
  | 'agent_missing'
  | 'agent_dormant'
  /** It is not published, and another wallet's (decision 8). */
  | 'agent_draft'
  | 'realm_full'
  /** An agent in the realm has the same name, whatever its case. */
  | 'name_taken'

/**
 * Brings an agent into a realm. Invitations into one realm wait for each other at its row, so that no two of them take
 * the last place or the same name.
 */
export function inviteAgent(
  db: Db,
  invitation: { realmId: string; agentId: string; wallet: string; at: Date },
): Promise<InvitationOutcome> {
  const { realmId, agentId, wallet, at } = invitation
  return db.transaction(async (transaction) => {
    const [realm] = await transaction
      .select({ participates: sql<boolean>`${wallet} = any(participants)` })
      .from(realms)
      .where(and(eq(realms.id, realmId), isNull(realms.deletedAt)))
      .for('no key update')
    if (!realm) return 'realm_missing'
    if (!realm.participates) return 'not_participant'

    const mutes = await transaction
      .select({ wallet: realmMutes.wallet })
      .from(realmMutes)
      .where(and(eq(realmMutes.realmId, realmId), eq(realmMutes.wallet, wallet)))
    if (mutes.length > 0) return 'muted'

    const [agent] = await transaction
      .select({
        name: agents.name,
        awake: agents.visibilityEnabled,
        published: agents.isPublic,
        owner: agents.owner,
      })
      .from(agents)
      .where(
        and(
          eq(agents.id, agentId),
          isNull(agents.deletedAt),
          or(eq(agents.visibilityEnabled, true), eq(agents.owner, wallet)),
        ),
      )
    if (!agent) return 'agent_missing'
    if (!agent.awake) return 'agent_dormant'
    if (!agent.published && agent.owner !== wallet) return 'agent_draft'

    const roster = await transaction
      .select({ id: agents.id, name: agents.name })
      .from(realmAgents)
      .innerJoin(agents, eq(agents.id, realmAgents.agentId))
      .where(
        and(eq(realmAgents.realmId, realmId), isNull(agents.deletedAt), eq(agents.visibilityEnabled, true)),
      )
    if (roster.some(({ id }) => id === agentId)) return 'there'
    if (roster.length >= limits.realmAgents) return 'realm_full'
    if (roster.some(({ name }) => name.toLowerCase() === agent.name.toLowerCase())) return 'name_taken'

    // What was said while no agent was there is no agent's to answer.
    if (roster.length === 0)
      await transaction
        .update(realms)
        .set({ directed: sql`last_change`, held: null })
        .where(and(eq(realms.id, realmId), eq(realms.awaitsDirector, false)))
    await transaction.insert(realmAgents).values({ realmId, agentId, invitedBy: wallet, invitedAt: at })
    return 'invited'
  })
}

/**
 * Takes an agent out of a realm, once no director is deciding there. What it is saying is not stopped by this.
 * @param wallet who invited it, its owner, or the realm's creator
 * @returns false, with nothing changed, where it is not there, or the wallet is none of these
 */
export async function removeAgent(
  db: Db,
  dismissal: { realmId: string; agentId: string; wallet: string },
): Promise<boolean> {
  const { realmId, agentId, wallet } = dismissal
  const rows = await db.execute(sql`
    with realm as (
      select id, created_by from realms where id = ${realmId} and deleted_at is null for no key update
    )
    delete from realm_agents invited using realm, agents agent
    where invited.realm_id = realm.id and invited.agent_id = ${agentId} and agent.id = invited.agent_id
      and ${wallet} in (invited.invited_by, realm.created_by, agent.owner)
    returning invited.agent_id`)
  return rows.length > 0
}

/** Whether an agent was invited into a realm, dormant ones included. */
export async function isInvited(db: Db, realmId: string, agentId: string): Promise<boolean> {
  const rows = await db
    .select({ id: realmAgents.agentId })
    .from(realmAgents)
    .where(and(eq(realmAgents.realmId, realmId), eq(realmAgents.agentId, agentId)))
  return rows.length > 0
}

/** The ids of the answers that an agent is giving in a realm. */
export async function listRunningOf(db: Db, realmId: string, agentId: string): Promise<string[]> {
  const rows = await db
    .select({ id: realmMessages.id })
    .from(runningAnswers)
    .innerJoin(
      realmMessages,
      and(
        eq(realmMessages.realmId, runningAnswers.conversationId),
        eq(realmMessages.id, runningAnswers.replyId),
      ),
    )
    .where(and(eq(runningAnswers.conversationId, realmId), eq(realmMessages.agentId, agentId)))
  return rows.map(({ id }) => id)
}
