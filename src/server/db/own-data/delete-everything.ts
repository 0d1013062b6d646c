import { and, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { NOBODY } from '../../../shared/realms/realms.ts'
import type { Db } from '../connect/connect.ts'
import { listRunningDeleted } from '../conversations/conversations.ts'
import { lockNames } from '../lock-names.ts'
import { idRow, rows } from '../rows.ts'
import { agents } from '../schema/agents.ts'
import { conversations } from '../schema/conversations.ts'
import { sources } from '../schema/knowledge.ts'
import { facts } from '../schema/memory.ts'
import { ownDeletions } from '../schema/own-data.ts'
import { realmMessages, realms } from '../schema/realms.ts'
import { socialBriefs } from '../schema/social.ts'
import { swarmRuns } from '../schema/swarm.ts'
import { listDeletedAgents, listRunningElsewhere, type RunningElsewhere } from './traces.ts'

interface MarkedEverything {
  conversations: string[]
  agents: string[]
  runs: string[]
  realms: string[]
  /** What was hidden with the agents, and is still running for others. */
  elsewhere: RunningElsewhere
}

/** Hides what belongs to a wallet alone, of its realms those in which nobody else spoke. Sweeps remove it later. */
export function markEverything(db: Db, wallet: string, at: Date): Promise<MarkedEverything> {
  const moment = sql`${at.toISOString()}::timestamptz`
  return db.transaction(async (transaction) => {
    // Whoever takes everything over at this moment has it before this, or finds that it is being deleted.
    await lockNames(transaction, `person ${wallet}`)
    const deletion = { wallet, deletedAt: at, settledAt: null }
    const { wallet: _, ...anew } = deletion
    await transaction
      .insert(ownDeletions)
      .values(deletion)
      .onConflictDoUpdate({ target: ownDeletions.wallet, set: anew })
    const mark = async (table: PgTable, whose: SQL | undefined) => {
      const changed = await rows(
        transaction,
        idRow,
        sql`update ${table} set deleted_at = ${moment} where ${whose} and deleted_at is null returning id`,
      )
      return changed.map(({ id }) => id)
    }
    const gone = await mark(agents, eq(agents.owner, wallet))
    await mark(socialBriefs, eq(socialBriefs.owner, wallet))
    await mark(conversations, eq(conversations.owner, wallet))
    await mark(facts, eq(facts.wallet, wallet))
    // Those of conversations that have not begun belong to nothing else that is marked.
    await mark(sources, eq(sources.wallet, wallet))
    const runs = await transaction
      .update(swarmRuns)
      .set({ deletedAt: at, stopWanted: true, awaitsStep: sql`${swarmRuns.state} = 'running'` })
      .where(and(eq(swarmRuns.owner, wallet), isNull(swarmRuns.deletedAt)))
      .returning({ id: swarmRuns.id, state: swarmRuns.state })
    return {
      agents: gone,
      conversations: await listRunningDeleted(transaction, wallet, at),
      runs: runs.filter(({ state }) => state === 'running').map(({ id }) => id),
      realms: await mark(realms, and(eq(realms.createdBy, wallet), sql`not ${othersSpoke(wallet)}`)),
      elsewhere: await listRunningElsewhere(transaction, {
        wallet,
        agents: await listDeletedAgents(transaction, wallet),
      }),
    }
  })
}

/** Whether anyone else who is still known said something in a realm. The author of an agent's answer is the wallet that caused it. */
const othersSpoke = (wallet: string) =>
  sql`exists (select from ${realmMessages} where ${realmMessages.realmId} = ${realms.id} and ${realmMessages.author} not in (${wallet}, ${NOBODY}))`

/** Undoes a deletion of everything; null if it is final, or there was none. */
export function restoreEverything(
  db: Db,
  { wallet, deletedAt, earliest }: { wallet: string; deletedAt: Date; earliest: Date },
): Promise<{ agents: string[]; realms: string[] } | null> {
  return db.transaction(async (transaction) => {
    const undone =
      deletedAt < earliest
        ? []
        : await transaction
            .delete(ownDeletions)
            .where(
              and(
                eq(ownDeletions.wallet, wallet),
                eq(ownDeletions.deletedAt, deletedAt),
                isNull(ownDeletions.settledAt),
              ),
            )
            .returning({ wallet: ownDeletions.wallet })
    if (undone.length === 0) return null
    const back = async (table: PgTable, whose: SQL) => {
      const changed = await rows(
        transaction,
        idRow,
        sql`update ${table} set deleted_at = null where ${whose} and deleted_at = ${deletedAt.toISOString()}::timestamptz returning id`,
      )
      return changed.map(({ id }) => id)
    }
    const returned = await back(agents, eq(agents.owner, wallet))
    await back(socialBriefs, eq(socialBriefs.owner, wallet))
    await back(conversations, eq(conversations.owner, wallet))
    await back(facts, eq(facts.wallet, wallet))
    await back(sources, eq(sources.wallet, wallet))
    await back(swarmRuns, eq(swarmRuns.owner, wallet))
    return { agents: returned, realms: await back(realms, eq(realms.createdBy, wallet)) }
  })
}

/** Lists wallets with an unfinished deletion from before a time. */
export async function listDeletions(db: Db, before: Date): Promise<string[]> {
  const rows = await db
    .select({ wallet: ownDeletions.wallet })
    .from(ownDeletions)
    .where(lt(ownDeletions.deletedAt, before))
    .orderBy(ownDeletions.deletedAt)
    .limit(100)
  return rows.map(({ wallet }) => wallet)
}

export async function isBeingDeleted(db: Db, wallet: string): Promise<boolean> {
  const rows = await db
    .select({ wallet: ownDeletions.wallet })
    .from(ownDeletions)
    .where(eq(ownDeletions.wallet, wallet))
  return rows.length > 0
}
