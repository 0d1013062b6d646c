import { randomUUID } from 'node:crypto'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { CallPlace } from '../../../shared/tools/decisions.ts'
import type { ToolState } from '../../../shared/tools/tool-fields.ts'
import { TOOL_WAIT_MS, toolLimits } from '../../../shared/tools/tool-states.ts'
import type { Db } from '../connect/connect.ts'
import { countRows } from '../rows.ts'
import { toolCalls } from '../schema/tools.ts'
import { runningTurns } from '../schema/turns.ts'

/** A call in the ledger; see `toolCalls`. Every change of state is one statement that names the state before. */
export type ToolCallRow = typeof toolCalls.$inferSelect

type NewToolCall = Pick<
  ToolCallRow,
  | 'id'
  | 'replyId'
  | 'part'
  | 'step'
  | 'agentId'
  | 'wallet'
  | 'tool'
  | 'title'
  | 'origin'
  | 'pin'
  | 'arguments'
  | 'digest'
  | 'modelCall'
  | 'brings'
  | 'reasons'
  | 'allowedBy'
  | 'createdAt'
  | 'expiresAt'
> & { state: 'allowed' | 'waiting' }

/** The columns of a place: of a conversation, a realm or a run. */
export function scopeColumns({ scope, scopeId }: Pick<CallPlace, 'scope' | 'scopeId'>) {
  return {
    conversationId: scope === 'conversation' ? scopeId : null,
    realmId: scope === 'realm' ? scopeId : null,
    runId: scope === 'run' ? scopeId : null,
  }
}

export const placeOf = ({ scope, scopeId, replyId }: ToolCallRow): CallPlace => ({ scope, scopeId, replyId })

export const inReply = ({ scope, scopeId, replyId }: CallPlace): SQL | undefined =>
  and(eq(toolCalls.scope, scope), eq(toolCalls.scopeId, scopeId), eq(toolCalls.replyId, replyId))

/**
 * Commits what is intended, before anything is sent, of a reply that this server receives.
 * @returns the ids of those that can't wait since as many do already; they are not stored. Null if the reply has ended
 * meanwhile, maybe at another server that took this one for dead: then nothing of it is stored
 */
export function insertCalls(
  db: Db,
  { place, server }: { place: CallPlace; server: string },
  calls: readonly NewToolCall[],
): Promise<string[] | null> {
  return db.transaction(async (transaction) => {
    // Whoever ends the reply as broken off waits for this, and sees its calls; see `endTurns`.
    const isReceived = sql`select 1 from ${runningTurns} where ${ofTurn(place)} and server = ${server}::uuid for key share`
    if ((await countRows(transaction, isReceived)) === 0) return null
    const waiting = calls.filter(({ state }) => state === 'waiting')
    const [first] = waiting
    const room = first ? await roomToWait(transaction, first.wallet) : 0
    const tooMany = new Set(waiting.slice(room))
    await insertAll(
      transaction,
      place,
      calls.filter((call) => !tooMany.has(call)),
    )
    return [...tooMany].map(({ id }) => id)
  })
}

const ofTurn = ({ scope, scopeId, replyId }: CallPlace) =>
  sql`scope = ${scope} and scope_id = ${scopeId}::uuid and reply_id = ${replyId}::uuid`

async function insertAll(db: Db, place: CallPlace, calls: readonly NewToolCall[]): Promise<void> {
  if (calls.length === 0) return
  const rows = calls.map((call) => ({
    ...call,
    ...scopeColumns(place),
    waitsFor: call.state === 'waiting' ? ('consent' as const) : null,
  }))
  await db.insert(toolCalls).values(rows)
}

/** @returns whether the caller may send it: only one ever gets to, and only once */
export async function markSent(db: Db, id: string, server: string, sentAt: Date): Promise<boolean> {
  const marked = await db
    .update(toolCalls)
    .set({ state: 'running', server, sentAt })
    .where(and(eq(toolCalls.id, id), eq(toolCalls.state, 'allowed')))
    .returning({ id: toolCalls.id })
  return marked.length > 0
}

export type CallChange = Partial<
  Pick<
    ToolCallRow,
    | 'state'
    | 'reasons'
    | 'signInAt'
    | 'waitsFor'
    | 'question'
    | 'digest'
    | 'requestState'
    | 'secretId'
    | 'rounds'
    | 'answer'
    | 'allowedBy'
    | 'words'
    | 'result'
    | 'decidedAt'
    | 'endedAt'
    | 'expiresAt'
  >
>

/** Changes a call that is still in the state, and about the same. @returns the row as it is now; null if it is not */
export async function changeCall(
  db: Db,
  id: string,
  before: ToolState,
  change: CallChange,
  digest?: string,
): Promise<ToolCallRow | null> {
  const isAbout = digest === undefined ? undefined : eq(toolCalls.digest, digest)
  const [row] = await db
    .update(toolCalls)
    .set(change)
    .where(and(eq(toolCalls.id, id), eq(toolCalls.state, before), isAbout))
    .returning()
  return row ?? null
}

/**
 * Has a call wait for its person, as `changeCall` does.
 * @param full what becomes of it where as many calls of the wallet wait as may
 */
export function letWait(
  db: Db,
  { id, wallet, before }: Pick<ToolCallRow, 'id' | 'wallet'> & { before: ToolState },
  waiting: CallChange,
  full: CallChange,
): Promise<ToolCallRow | null> {
  return db.transaction(async (transaction) => {
    const hasRoom = (await roomToWait(transaction, wallet)) > 0
    return changeCall(transaction, id, before, hasRoom ? waiting : full)
  })
}

export async function findCall(db: Db, id: string): Promise<ToolCallRow | null> {
  const [row] = await db.select().from(toolCalls).where(eq(toolCalls.id, id))
  return row ?? null
}

export async function listCalls(db: Db, place: CallPlace): Promise<ToolCallRow[]> {
  return db.select().from(toolCalls).where(inReply(place)).orderBy(toolCalls.part)
}

/** Ends what waits or is allowed and was not sent. @returns the calls that it ended */
export async function supersedeCalls(
  db: Db,
  where: { conversationId: string } | CallPlace,
  endedAt: Date,
): Promise<ToolCallRow[]> {
  const of = 'conversationId' in where ? eq(toolCalls.conversationId, where.conversationId) : inReply(where)
  return db
    .update(toolCalls)
    .set({ state: 'superseded', waitsFor: null, endedAt })
    .where(and(of, inArray(toolCalls.state, ['waiting', 'allowed'])))
    .returning()
}

/** Whether something of a reply was sent whose result is not known yet. */
export async function hasSent(db: Db, place: CallPlace): Promise<boolean> {
  const sent = sql`select 1 from ${toolCalls} where ${inReply(place)} and ${toolCalls.state} = 'running' limit 1`
  return (await countRows(db, sent)) > 0
}

/** Whether a reply has calls that a person must decide before it can go on, or that a server has still to give up. */
export async function waitsForPerson(db: Db, place: CallPlace): Promise<boolean> {
  const waiting = sql`select 1 from ${toolCalls} where ${inReply(place)} and ${toolCalls.state} in ('waiting', 'unknown') limit 1`
  return (await countRows(db, waiting)) > 0
}

/**
 * Puts a new call in the place of one that may have happened, which is never sent again.
 * @returns the new call, which waits for consent; null if the other was settled meanwhile
 */
export function askAnew(db: Db, id: string, now: Date): Promise<ToolCallRow | null> {
  return db.transaction(async (transaction) => {
    const before = await changeCall(transaction, id, 'unknown', { state: 'superseded', endedAt: now })
    if (!before) return null
    const { scope: _, scopeId: __, ...columns } = before
    const anew = {
      ...{ ...columns, id: randomUUID(), state: 'waiting' as const, waitsFor: 'consent' as const },
      // What had come in is still there. What was allowed from now on, or by a rule, had no reasons.
      ...{
        reasons: before.reasons ?? ['acts' as const],
        createdAt: now,
        expiresAt: new Date(now.getTime() + TOOL_WAIT_MS),
      },
      ...{ endedAt: null, sentAt: null, server: null, decidedAt: null, allowedBy: null, result: null },
    }
    const [row] = await transaction.insert(toolCalls).values(anew).returning()
    return row ?? null
  })
}

/** Calls of a person that wait to sign in at a server. @returns those that may go on now */
export async function allowSignedIn(
  db: Db,
  { wallet, origin, now }: { wallet: string; origin: string; now: Date },
): Promise<ToolCallRow[]> {
  return db
    .update(toolCalls)
    .set({ state: 'allowed', waitsFor: null, decidedAt: now })
    .where(
      and(
        eq(toolCalls.wallet, wallet),
        eq(toolCalls.origin, origin),
        eq(toolCalls.state, 'waiting'),
        eq(toolCalls.waitsFor, 'sign-in'),
      ),
    )
    .returning()
}

/** How many more calls of a wallet may wait. Until its transaction ends, no other one has calls of that wallet wait. */
async function roomToWait(transaction: Db, wallet: string): Promise<number> {
  await transaction.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('waiting calls ' || ${wallet}::text, 0))`,
  )
  const waiting = sql`select 1 from ${toolCalls} where ${toolCalls.wallet} = ${wallet} and ${toolCalls.state} in ('waiting', 'unknown')`
  return Math.max(0, toolLimits.waiting - (await countRows(transaction, waiting)))
}
