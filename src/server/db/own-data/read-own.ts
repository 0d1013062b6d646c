import { and, asc, desc, eq, gt, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { OwnWord } from '../../../shared/own-data/exported-realm.ts'
import type { Db } from '../connect/connect.ts'
import { idRow, rows } from '../rows.ts'
import { agents } from '../schema/agents.ts'
import { agentAnalytics, agentFailures } from '../schema/analytics.ts'
import { conversations } from '../schema/conversations.ts'
import { sources } from '../schema/knowledge.ts'
import { realmAgents, realmMessages, realms } from '../schema/realms.ts'
import { socialBriefs } from '../schema/social.ts'
import { swarmRuns } from '../schema/swarm.ts'
import { listRemembering } from './own-memory.ts'

interface OwnIds {
  agents: string[]
  documents: string[]
  realms: string[]
  conversations: string[]
  /** By their agents. */
  memories: string[]
  runs: string[]
  briefs: string[]
  /** Realms of others in which the wallet said something. */
  elsewhere: string[]
}

export async function listOwnIds(db: Db, wallet: string): Promise<OwnIds> {
  const ids = async (table: PgTable, where: SQL | undefined) => {
    const found = await rows(
      db,
      idRow,
      sql`select id from ${table} where ${where} and deleted_at is null order by created_at, id`,
    )
    return found.map(({ id }) => id)
  }
  return {
    agents: await ids(agents, eq(agents.owner, wallet)),
    documents: await ids(
      sources,
      sql`agent_id in (select id from ${agents} where ${eq(agents.owner, wallet)} and ${isNull(agents.deletedAt)})`,
    ),
    realms: await ids(realms, eq(realms.createdBy, wallet)),
    conversations: await ids(conversations, eq(conversations.owner, wallet)),
    memories: await listRemembering(db, wallet),
    runs: await ids(swarmRuns, eq(swarmRuns.owner, wallet)),
    briefs: await ids(socialBriefs, eq(socialBriefs.owner, wallet)),
    elsewhere: await ids(
      realms,
      and(
        ne(realms.createdBy, wallet),
        sql`id in (select realm_id from ${realmMessages} where ${saidBy(wallet)})`,
      ),
    ),
  }
}

const saidBy = (wallet: string) =>
  and(eq(realmMessages.author, wallet), eq(realmMessages.kind, 'said'), isNull(realmMessages.removedAt))

export async function findOwnRealm(db: Db, id: string) {
  const [realm] = await db
    .select({
      id: realms.id,
      name: realms.name,
      description: realms.description,
      unlisted: realms.unlisted,
      policy: realms.policy,
      agentTurns: realms.agentTurns,
      agentWords: realms.agentWords,
      slowSeconds: realms.slowSeconds,
      heldWords: realms.heldWords,
      createdAt: realms.createdAt,
    })
    .from(realms)
    .where(and(eq(realms.id, id), isNull(realms.deletedAt)))
  if (!realm) return null
  const invited = await db
    .select({ id: agents.id, name: agents.name })
    .from(realmAgents)
    .innerJoin(agents, eq(agents.id, realmAgents.agentId))
    .where(and(eq(realmAgents.realmId, id), isNull(agents.deletedAt)))
    .orderBy(asc(realmAgents.invitedAt), asc(agents.id))
  return { ...realm, createdAt: realm.createdAt.toISOString(), agents: invited }
}

export async function listOwnWords(
  db: Db,
  { realmId, wallet, after, limit }: { realmId: string; wallet: string; after: number; limit: number },
): Promise<OwnWord[]> {
  const { number, id, content, replyTo, createdAt } = realmMessages
  const rows = await db
    .select({ number, id, content, replyTo, createdAt })
    .from(realmMessages)
    .where(and(eq(realmMessages.realmId, realmId), saidBy(wallet), gt(number, after)))
    .orderBy(asc(number))
    .limit(limit)
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}

export async function listDays(db: Db, agentIds: readonly string[]) {
  if (agentIds.length === 0) return []
  const { agentId, start, conversations: begun, messages, visitorMessages } = agentAnalytics
  const { finished, stopped, interrupted, words } = agentAnalytics
  const days = await db
    .select({
      agentId,
      start,
      conversations: begun,
      messages,
      visitorMessages,
      finished,
      stopped,
      interrupted,
      words,
    })
    .from(agentAnalytics)
    .where(and(inArray(agentId, [...agentIds]), eq(agentAnalytics.step, 'day')))
    .orderBy(asc(agentId), asc(start))
  const failures = await db
    .select({
      agentId: agentFailures.agentId,
      start: agentFailures.start,
      why: agentFailures.why,
      count: agentFailures.count,
    })
    .from(agentFailures)
    .where(and(inArray(agentFailures.agentId, [...agentIds]), eq(agentFailures.step, 'day')))
    .orderBy(desc(agentFailures.count), asc(agentFailures.why))
  const failed = new Map<string, Record<string, number>>()
  for (const one of failures) {
    const key = keyOf(one)
    failed.set(key, { ...failed.get(key), [one.why]: one.count })
  }
  return days.map((day) => ({ ...day, start: day.start.toISOString(), failed: failed.get(keyOf(day)) ?? {} }))
}

const keyOf = (row: { agentId: string; start: Date }) => `${row.agentId} ${row.start.getTime()}`
