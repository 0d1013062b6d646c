import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { AnsweringAgent } from '../../../shared/chat/chat.ts'
import type { ReplyState } from '../../../shared/chat/messages.ts'
import type { WithParts } from '../../../shared/chat/parts.ts'
import { countWords } from '../../../shared/text/count-words.ts'
import { answeringColumns } from '../agents/find-answering-agent.ts'
import { answersTo } from '../agents/visibility.ts'
import type { Db } from '../connect/connect.ts'
import { rows } from '../rows.ts'
import { agents } from '../schema/agents.ts'
import type { StoredPart } from '../schema/part-columns.ts'
import { swarmRuns, swarmTurns } from '../schema/swarm.ts'
import { runningTurns } from '../schema/turns.ts'
import { hasSent } from '../tools/tool-calls.ts'
import type { ReplyPlace } from '../turns/running-turns.ts'
import { fromStored } from '../turns/stored-parts.ts'
import { type BegunSwarmTurn, readTurns, type SteppedRun } from './swarm-turns.ts'

/** Turns of runs that wait for a person. Their run's row is locked before them, as everywhere. */

const isTurn = ({ conversationId, replyId }: ReplyPlace) =>
  and(eq(swarmTurns.runId, conversationId), eq(swarmTurns.id, replyId))

interface EndedTurn {
  parts: StoredPart[]
  state: ReplyState
}

/**
 * Changes a turn that no server receives. After one that does not wait any more, the run awaits its next step.
 * @param change returns null to leave it as it is
 * @returns whether it changed
 */
export function changeEndedTurn(
  db: Db,
  place: ReplyPlace,
  change: (turn: EndedTurn) => Partial<EndedTurn> | null,
): Promise<boolean> {
  return db.transaction(async (transaction) => {
    const found = await lockTurn(transaction, place)
    if (!found || found.turn.state === 'running') return false
    const { state, parts, content, given } = found.turn
    const changed = change({ parts: parts ?? [], state })
    if (!changed) return false
    const ends = state === 'waiting' && changed.state !== undefined && changed.state !== 'waiting'
    await transaction
      .update(swarmTurns)
      .set({ ...changed, ...(ends && { said: Math.min(given, countWords(content)) }) })
      .where(isTurn(place))
    if (ends)
      await transaction
        .update(swarmRuns)
        .set({ awaitsStep: true })
        .where(eq(swarmRuns.id, place.conversationId))
    return true
  })
}

/** What a turn that goes on is made from. */
interface TakenUpTurn {
  run: SteppedRun
  turn: BegunSwarmTurn
  before: WithParts
}

/**
 * Has a server receive a turn that waits; of two servers one wins. What is stored of it moves to its running row.
 * @returns `gone` if its owner may not ask its agent any more; null if it does not wait, its run is over, or it is not
 * known yet what became of something that was sent
 */
export function takeUpTurn(db: Db, place: ReplyPlace, server: string): Promise<TakenUpTurn | 'gone' | null> {
  const { conversationId: runId, replyId } = place
  return db.transaction(async (transaction) => {
    const found = await lockTurn(transaction, place)
    if (found?.turn.state !== 'waiting') return null
    const { turn, run } = found
    if (run.state !== 'running' || run.stopped || run.deletedAt) return null
    if (await hasSent(transaction, { scope: 'run', scopeId: runId, replyId })) return null
    const { number, phase, round, seat, given, content, parts } = turn
    const agent = await readSeat(transaction, run, seat)
    if (!agent) return 'gone'
    await transaction
      .update(swarmTurns)
      .set({ state: 'running', content: '', parts: null })
      .where(isTurn(place))
    const revision = parts?.reduce((most, part) => Math.max(most, 'revision' in part ? part.revision : 0), 0)
    await transaction
      .insert(runningTurns)
      .values({ runId, replyId, server, words: content, parts, revision: revision ?? 0 })
    const turns = await readTurns(transaction, runId)
    return {
      run: { ...run, turns },
      turn: { place, number, phase, round, seat, words: given, agent },
      before: fromStored({ content, reasoning: '', parts }),
    }
  })
}

/** Whether a turn that waits could go on: with an agent that its owner may still ask. */
export async function turnStanding(db: Db, place: ReplyPlace): Promise<'answers' | 'silent' | 'gone'> {
  const { owner, seats } = swarmRuns
  const [found] = await db
    .select({ owner, seats, seat: swarmTurns.seat })
    .from(swarmTurns)
    .innerJoin(swarmRuns, eq(swarmRuns.id, swarmTurns.runId))
    .where(and(isTurn(place), isNull(swarmRuns.deletedAt)))
  if (!found) return 'gone'
  return (await readSeat(db, found, found.seat)) ? 'answers' : 'silent'
}

/** The turns of seats that run or wait for a person. */
export function listRunningSeats(db: Db, runId: string): Promise<{ replyId: string; seat: number | null }[]> {
  return db
    .select({ replyId: swarmTurns.id, seat: swarmTurns.seat })
    .from(swarmTurns)
    .where(and(eq(swarmTurns.runId, runId), inArray(swarmTurns.state, ['running', 'waiting'])))
}

/** The turns of a run that wait. */
export async function listWaitingTurns(db: Db, runId: string): Promise<string[]> {
  const waiting = await db
    .select({ id: swarmTurns.id })
    .from(swarmTurns)
    .where(and(eq(swarmTurns.runId, runId), eq(swarmTurns.state, 'waiting')))
    .orderBy(asc(swarmTurns.number))
  return waiting.map(({ id }) => id)
}

const MOST_STRANDED = 100

/** Turns that wait, and none of whose calls does: a server died between a decision and what follows from it. */
export function listStrandedTurns(db: Db): Promise<(ReplyPlace & { wallet: string })[]> {
  return rows(
    db,
    z.object({ conversationId: z.string(), replyId: z.string(), wallet: z.string() }),
    sql`
    select turn.run_id as "conversationId", turn.id as "replyId", swarm_runs.owner as wallet
    from swarm_turns turn join swarm_runs on swarm_runs.id = turn.run_id
    where turn.state = 'waiting' and swarm_runs.state = 'running' and swarm_runs.deleted_at is null and not exists (
      select from tool_calls where tool_calls.run_id = turn.run_id
        and tool_calls.reply_id = turn.id and tool_calls.state in ('waiting', 'unknown', 'running'))
    limit ${MOST_STRANDED}::int`,
  )
}

async function lockTurn(db: Db, place: ReplyPlace) {
  const { owner, mode, seats, phases, state, deletedAt } = swarmRuns
  const [run] = await db
    .select({ owner, mode, seats, phases, state, deletedAt, stopped: swarmRuns.stopWanted })
    .from(swarmRuns)
    .where(eq(swarmRuns.id, place.conversationId))
    .for('no key update')
  if (!run) return null
  const [turn] = await db.select().from(swarmTurns).where(isTurn(place)).for('update')
  return turn ? { run, turn } : null
}

/** Null if the owner of the run may not ask the agent any more. */
async function readSeat(
  db: Db,
  { owner, seats }: Pick<typeof swarmRuns.$inferSelect, 'owner' | 'seats'>,
  seat: number | null,
): Promise<AnsweringAgent | null> {
  const id = seat === null ? undefined : seats[seat]?.agentId
  if (id === undefined) return null
  const [agent] = await db
    .select(answeringColumns(null))
    .from(agents)
    .where(and(eq(agents.id, id), answersTo(owner), isNull(agents.deletedAt)))
  return agent ?? null
}
