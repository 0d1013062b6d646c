import { and, count, desc, eq, getTableColumns, gt, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { EndedItem } from '../../../shared/tools/inbox.ts'
import type { Db } from '../connect/connect.ts'
import { conversations, messages } from '../schema/conversations.ts'
import { realmMessages, realms } from '../schema/realms.ts'
import { swarmRuns } from '../schema/swarm.ts'
import { toolCalls } from '../schema/tools.ts'
import { placeOf, type ToolCallRow } from '../tools/tool-calls.ts'

// What a wallet has to decide. The conditions are those of the index `tool_calls_waiting`, so a count costs its rows alone.

const NOBODY = 'An agent'

interface Asked {
  wallet: string
  now: Date
}

const open = sql`${toolCalls.state} in ('waiting', 'unknown')`

/** A call that may have happened is settled whenever its person comes back. */
const waits = ({ wallet, now }: Asked) =>
  and(
    eq(toolCalls.wallet, wallet),
    open,
    or(eq(toolCalls.state, 'unknown'), gt(toolCalls.expiresAt, now)),
    isThere,
  )

/** Its conversation, realm or run is not deleted, as far as these tables are joined. */
const isThere = sql`(coalesce(${conversations.deletedAt}, ${realms.deletedAt}, ${swarmRuns.deletedAt}) is null
  and ${realms.moderation} is distinct from 'down')`

export async function countWaiting(db: Db, asked: Asked): Promise<number> {
  const [row] = await db
    .select({ calls: count() })
    .from(toolCalls)
    .leftJoin(conversations, eq(conversations.id, toolCalls.conversationId))
    .leftJoin(realms, eq(realms.id, toolCalls.realmId))
    .leftJoin(swarmRuns, eq(swarmRuns.id, toolCalls.runId))
    .where(waits(asked))
  return row?.calls ?? 0
}

/** A run knows its agents by their seats. */
const seatName = sql<
  string | null
>`(select taken ->> 'agentName' from jsonb_array_elements(${swarmRuns.seats}) as seats (taken)
  where taken ->> 'agentId' = ${toolCalls.agentId}::text limit 1)`

const agentName = sql<
  string | null
>`coalesce(${conversations.agentName}, ${realmMessages.agentName}, ${seatName})`
const where = sql<
  string | null
>`coalesce(${conversations.title}, ${realms.name}, ${swarmRuns.phases} -> 0 ->> 'task')`

const callsOf = (db: Db, condition: SQL | undefined, limit: number) =>
  db
    .select({ call: getTableColumns(toolCalls), agentName, where })
    .from(toolCalls)
    .leftJoin(conversations, eq(conversations.id, toolCalls.conversationId))
    .leftJoin(realms, eq(realms.id, toolCalls.realmId))
    .leftJoin(
      realmMessages,
      and(eq(realmMessages.realmId, toolCalls.realmId), eq(realmMessages.id, toolCalls.replyId)),
    )
    .leftJoin(swarmRuns, eq(swarmRuns.id, toolCalls.runId))
    .where(condition)
    .orderBy(desc(toolCalls.createdAt), desc(toolCalls.id))
    .limit(limit)

export interface WaitingRow {
  call: ToolCallRow
  agentName: string
  /** The title of the conversation, the name of the realm or the task of the run. */
  where: string
}

/** The newest first. */
export async function listWaiting(db: Db, asked: Asked, limit: number): Promise<WaitingRow[]> {
  const found = await callsOf(db, waits(asked), limit)
  return found.map((row) => ({ call: row.call, agentName: row.agentName ?? NOBODY, where: row.where ?? '' }))
}

interface Away extends Asked {
  since: Date
}

/** Calls whose time went by since then without anybody who decided, and which no sweep has ended yet. */
export async function listExpired(db: Db, { wallet, now, since }: Away, limit: number): Promise<EndedItem[]> {
  const condition = and(
    eq(toolCalls.wallet, wallet),
    open,
    eq(toolCalls.state, 'waiting'),
    sql`${toolCalls.expiresAt} <= ${now.toISOString()}::timestamptz`,
    gt(toolCalls.expiresAt, since),
    isThere,
  )
  const found = await callsOf(db, condition, limit)
  return found.map(({ call, ...shown }) => ({
    place: placeOf(call),
    agentId: call.agentId,
    agentName: shown.agentName ?? NOBODY,
    where: shown.where ?? '',
    what: 'expired',
    at: call.expiresAt.toISOString(),
  }))
}

const callOfReply = (
  isSuch: SQL,
) => sql<boolean>`exists (select from ${toolCalls} where ${toolCalls.scope} = 'conversation'
  and ${toolCalls.scopeId} = ${conversations.id} and ${toolCalls.replyId} = ${messages.id} and ${isSuch})`

const hasExpired = callOfReply(sql`${toolCalls.state} = 'expired'`)

/**
 * Replies that had to wait for their person, and ended since then. They are looked for at the ends of the conversations
 * that were used last, all by key.
 */
export async function listEndedReplies(db: Db, { wallet, since }: Away, limit: number): Promise<EndedItem[]> {
  const found = await db
    .select({
      scopeId: conversations.id,
      replyId: messages.id,
      agentId: conversations.agentId,
      agentName: conversations.agentName,
      where: conversations.title,
      state: messages.state,
      expired: hasExpired,
      at: messages.endedAt,
    })
    .from(conversations)
    .innerJoin(
      messages,
      and(eq(messages.conversationId, conversations.id), eq(messages.id, conversations.activeLeaf)),
    )
    .where(
      and(
        eq(conversations.owner, wallet),
        isNull(conversations.deletedAt),
        sql`${conversations.id} in (select id from ${conversations} as newest where newest.owner = ${wallet}
          and newest.deleted_at is null order by newest.updated_at desc nulls first, newest.id desc nulls first limit ${limit})`,
        gt(messages.endedAt, since),
        sql`(${messages.state} in ('finished', 'failed', 'interrupted') or ${messages.state} = 'stopped' and ${hasExpired})`,
        callOfReply(sql`(${toolCalls.decidedAt} is not null or ${toolCalls.state} = 'expired')`),
      ),
    )
  return found.map(({ scopeId, replyId, state, expired, at, ...shown }) => ({
    place: { scope: 'conversation', scopeId, replyId },
    ...shown,
    what: expired ? 'expired' : state === 'finished' ? 'finished' : 'failed',
    at: (at ?? since).toISOString(),
  }))
}
