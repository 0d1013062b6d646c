import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { AnsweringAgent } from '../../../shared/chat/chat.ts'
import type { ReplyState } from '../../../shared/chat/messages.ts'
import type { WithParts } from '../../../shared/chat/parts.ts'
import type { RealmAnswer } from '../../../shared/realms/realm-messages.ts'
import type { PlacedCall } from '../../../shared/tools/told-call.ts'
import { answeringAgentRow, selectAnswering } from '../agents/find-answering-agent.ts'
import { isOpen } from '../agents/visibility.ts'
import type { Db } from '../connect/connect.ts'
import { rows } from '../rows.ts'
import { agents } from '../schema/agents.ts'
import type { StoredPart } from '../schema/part-columns.ts'
import { realmAgents, realmMessages, realms } from '../schema/realms.ts'
import { runningTurns } from '../schema/turns.ts'
import { hasSent } from '../tools/tool-calls.ts'
import type { ReplyPlace } from '../turns/running-turns.ts'
import { fromStored } from '../turns/stored-parts.ts'
import { callsOf, replyToldToAll } from '../turns/told-reply.ts'
import { findAnswer } from './realm-answers.ts'
import { isRealmThere } from './visibility.ts'

/** Answers of realms that wait for a person. Their realm's row is locked before them, as everywhere. */

const isAnswer = ({ conversationId, replyId }: ReplyPlace) =>
  and(eq(realmMessages.realmId, conversationId), eq(realmMessages.id, replyId))

interface EndedAnswer {
  parts: StoredPart[]
  state: ReplyState
}

/**
 * Changes an answer that no server receives, under the realm's next version. One that does not wait any more has
 * settled: then the director is awaited.
 * @param change returns null to leave it as it is
 * @returns the answer as it is now; null if it is as it was
 */
export function changeEndedAnswer(
  db: Db,
  place: ReplyPlace,
  change: (answer: EndedAnswer) => Partial<EndedAnswer> | null,
): Promise<RealmAnswer | null> {
  return db.transaction(async (transaction) => {
    const found = await lockAnswer(transaction, place)
    if (!found?.state || found.state === 'running' || found.removedAt) return null
    const changed = change({ parts: found.parts ?? [], state: found.state })
    if (!changed) return null
    const version = found.lastChange + 1
    const settles =
      found.settled === null && found.withheld !== 'held' && (changed.state ?? found.state) !== 'waiting'
    await transaction
      .update(realms)
      .set({ lastChange: version, ...(settles && { awaitsDirector: true }) })
      .where(eq(realms.id, place.conversationId))
    await transaction
      .update(realmMessages)
      .set({ ...changed, version, ...(settles && { settled: version }) })
      .where(isAnswer(place))
    return findAnswer(transaction, place.conversationId, place.replyId)
  })
}

/** What an answer that goes on is made from. */
interface TakenUpAnswer {
  answer: RealmAnswer
  agent: AnsweringAgent & { id: string }
  words: number
  realm: string
  /** See `BegunTurn`. */
  quiet: boolean
  agents: string[]
  before: WithParts
}

/**
 * Has a server receive an answer that waits; of two servers one wins. What is stored of it moves to its running row.
 * @returns `gone` if its agent is not in the realm any more; null if it does not wait, or if it is not known yet what
 * became of something that was sent
 */
export function takeUpAnswer(
  db: Db,
  place: ReplyPlace,
  server: string,
): Promise<TakenUpAnswer | 'gone' | null> {
  const { conversationId: realmId, replyId } = place
  return db.transaction(async (transaction) => {
    const found = await lockAnswer(transaction, place)
    if (found?.state !== 'waiting' || found.removedAt || found.deletedAt || !found.agentId) return null
    if (await hasSent(transaction, { scope: 'realm', scopeId: realmId, replyId })) return null
    const present = await readPresent(transaction, realmId)
    const agent = present.includes(found.agentId) && (await readAgent(transaction, found.agentId))
    if (!agent) return 'gone'
    const version = found.lastChange + 1
    const { content, parts } = found
    await transaction.update(realms).set({ lastChange: version }).where(eq(realms.id, realmId))
    await transaction
      .update(realmMessages)
      .set({ state: 'running', version, content: '', parts: null })
      .where(isAnswer(place))
    const revision = parts?.reduce((most, part) => Math.max(most, 'revision' in part ? part.revision : 0), 0)
    await transaction
      .insert(runningTurns)
      .values({ realmId, replyId, server, words: content, parts, revision: revision ?? 0 })
    const answer = await findAnswer(transaction, realmId, replyId)
    if (!answer) return null
    const names = await readNames(transaction, realmId)
    const before = fromStored({ content, reasoning: '', parts })
    const told = replyToldToAll({ state: 'running', content, parts })
    const shown = answer.withheld ? answer : { ...answer, ...told, content }
    return { answer: shown, agent, words: found.wordsGiven ?? 0, ...names, before }
  })
}

/** Whether an answer that waits could go on: with an agent that is still in its realm. */
export async function answerStanding(db: Db, place: ReplyPlace): Promise<'answers' | 'silent' | 'gone'> {
  const [found] = await db
    .select({ agentId: realmMessages.agentId })
    .from(realmMessages)
    .innerJoin(realms, eq(realms.id, realmMessages.realmId))
    .where(and(isAnswer(place), isNull(realmMessages.removedAt), isRealmThere))
  if (!found) return 'gone'
  const present = await readPresent(db, place.conversationId)
  return found.agentId !== null && present.includes(found.agentId) ? 'answers' : 'silent'
}

/** The answers of a realm that wait, of one agent or of all. */
export async function listWaitingAnswers(db: Db, realmId: string, agentId?: string): Promise<string[]> {
  const waiting = await db
    .select({ id: realmMessages.id })
    .from(realmMessages)
    .where(
      and(
        eq(realmMessages.realmId, realmId),
        eq(realmMessages.kind, 'answer'),
        eq(realmMessages.state, 'waiting'),
        agentId === undefined ? undefined : eq(realmMessages.agentId, agentId),
      ),
    )
  return waiting.map(({ id }) => id)
}

const MOST_STRANDED = 100

/** Answers that wait, and none of whose calls does: a server died between a decision and what follows from it. */
export function listStrandedAnswers(db: Db): Promise<(ReplyPlace & { wallet: string })[]> {
  return rows(
    db,
    z.object({ conversationId: z.string(), replyId: z.string(), wallet: z.string() }),
    sql`
    select answer.realm_id as "conversationId", answer.id as "replyId", answer.author as wallet
    from realm_messages answer join realms on realms.id = answer.realm_id
    where answer.state = 'waiting' and ${isRealmThere} and not exists (
      select from tool_calls where tool_calls.realm_id = answer.realm_id
        and tool_calls.reply_id = answer.id and tool_calls.state in ('waiting', 'unknown', 'running'))
    limit ${MOST_STRANDED}::int`,
  )
}

/** The calls of an answer as the wallet that started it may read them; null if that is somebody else, or there is none. */
export async function readOwnCalls(
  db: Db,
  { conversationId, replyId }: ReplyPlace,
  wallet: string,
): Promise<PlacedCall[] | null> {
  const [found] = await db
    .select({
      content: sql<string>`coalesce(${runningTurns.words}, ${realmMessages.content})`,
      parts: realmMessages.parts,
      partsSoFar: runningTurns.parts,
    })
    .from(realmMessages)
    .leftJoin(
      runningTurns,
      and(eq(runningTurns.realmId, realmMessages.realmId), eq(runningTurns.replyId, realmMessages.id)),
    )
    .where(
      and(
        isAnswer({ conversationId, replyId }),
        eq(realmMessages.kind, 'answer'),
        eq(realmMessages.author, wallet),
      ),
    )
  return found ? callsOf({ content: found.content, parts: found.parts ?? found.partsSoFar }) : null
}

async function lockAnswer(db: Db, place: ReplyPlace) {
  const [realm] = await db
    .select({ lastChange: realms.lastChange, deletedAt: realms.deletedAt })
    .from(realms)
    .where(eq(realms.id, place.conversationId))
    .for('no key update')
  if (!realm) return null
  const { parts, state, settled, removedAt, content, agentId, wordsGiven, withheld } = realmMessages
  const [answer] = await db
    .select({ parts, state, settled, removedAt, content, agentId, wordsGiven, withheld })
    .from(realmMessages)
    .where(isAnswer(place))
    .for('update')
  return answer ? { ...answer, ...realm } : null
}

async function readPresent(db: Db, realmId: string): Promise<string[]> {
  const present = await db
    .select({ id: agents.id })
    .from(realmAgents)
    .innerJoin(agents, eq(agents.id, realmAgents.agentId))
    .where(and(eq(realmAgents.realmId, realmId), isOpen))
  return present.map(({ id }) => id)
}

async function readAgent(db: Db, id: string) {
  const [agent] = await rows(
    db,
    answeringAgentRow,
    sql`select ${selectAnswering(null)} from agents where id = ${id}`,
  )
  return agent && { ...agent, id }
}

async function readNames(
  db: Db,
  realmId: string,
): Promise<Pick<TakenUpAnswer, 'realm' | 'agents' | 'quiet'>> {
  const found = await db
    .select({ realm: realms.name, heldWords: realms.heldWords, agent: agents.name })
    .from(realms)
    .leftJoin(realmAgents, eq(realmAgents.realmId, realms.id))
    .leftJoin(agents, and(eq(agents.id, realmAgents.agentId), isOpen))
    .where(eq(realms.id, realmId))
    .orderBy(asc(realmAgents.invitedAt), asc(realmAgents.agentId))
  return {
    realm: found[0]?.realm ?? '',
    quiet: (found[0]?.heldWords.length ?? 0) > 0,
    agents: found.flatMap(({ agent }) => (agent === null ? [] : [agent])),
  }
}
