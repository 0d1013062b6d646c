import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { AnsweringAgent } from '../../../shared/chat/chat.ts'
import { replyStateSchema } from '../../../shared/chat/message-schemas.ts'
import type { ReplyState } from '../../../shared/chat/messages.ts'
import type { SwarmPhase, SwarmSeat, SwarmState, SwarmTurn } from '../../../shared/swarm/swarm.ts'
import { type SwarmMode, type SwarmStep, takenUp } from '../../../shared/swarm/swarm-plan.ts'
import { answeringColumns } from '../agents/find-answering-agent.ts'
import { answersTo } from '../agents/visibility.ts'
import type { Db } from '../connect/connect.ts'
import type { OwnedId } from '../deletable-rows.ts'
import { lockNames } from '../lock-names.ts'
import { agents } from '../schema/agents.ts'
import { swarmRuns, swarmTurns } from '../schema/swarm.ts'
import { endStateOf } from '../tools/left-calls.ts'
import { type DeadReply, endTurns, type TurnEnd, wordsIn } from '../turns/end-turns.ts'
import type { ReplyPlace } from '../turns/running-turns.ts'
import { presentTurn, turnColumns } from './swarm-runs.ts'
import { deletableRuns, isBusy } from './write-runs.ts'

export interface SteppedRun {
  owner: string
  mode: SwarmMode
  seats: SwarmSeat[]
  phases: SwarmPhase[]
  state: SwarmState
  stopped: boolean
  /** All turns, in order of their number. */
  turns: SwarmTurn[]
}

export interface BegunSwarmTurn {
  place: ReplyPlace
  number: number
  phase: number
  round: number
  seat: number | null
  words: number
  /** Null for the synthesis, and if the owner may no longer see the agent. */
  agent: AnsweringAgent | null
}

export interface Stepped {
  run: SteppedRun
  begun: BegunSwarmTurn[]
}

/** The turns of the last phase, which the plan is based on. */
export function plannedTurns({ turns, phases }: Pick<SteppedRun, 'turns' | 'phases'>): SwarmTurn[] {
  return turns.filter(({ phase }) => phase === phases.length - 1)
}

export async function readTurns(db: Db, runId: string): Promise<SwarmTurn[]> {
  const turns = await db
    .select(turnColumns)
    .from(swarmTurns)
    .where(eq(swarmTurns.runId, runId))
    .orderBy(asc(swarmTurns.number))
  return turns.map((turn) => presentTurn(turn))
}

/**
 * Lets `decide` choose what a run does next, and stores the turns as running. This is one transaction with the run's row
 * locked, so that everything is decided once.
 * @returns null if there is nothing to decide: no such run, or nothing has happened since
 */
export async function stepRun(
  db: Db,
  runId: string,
  by: { server: string; now: Date; newId: () => string },
  decide: (run: SteppedRun) => SwarmStep,
): Promise<Stepped | null> {
  return db.transaction(async (transaction) => {
    const [row] = await transaction
      .select({
        owner: swarmRuns.owner,
        mode: swarmRuns.mode,
        seats: swarmRuns.seats,
        phases: swarmRuns.phases,
        state: swarmRuns.state,
        stopped: swarmRuns.stopWanted,
      })
      .from(swarmRuns)
      .where(and(eq(swarmRuns.id, runId), eq(swarmRuns.awaitsStep, true)))
      .for('no key update')
    if (!row) return null
    const run: SteppedRun = { ...row, turns: await readTurns(transaction, runId) }
    const step: SwarmStep = row.state === 'running' ? decide(run) : { kind: 'wait' }
    await transaction
      .update(swarmRuns)
      .set({ awaitsStep: false, state: step.kind === 'over' ? step.how : row.state })
      .where(eq(swarmRuns.id, runId))
    const begun = await storeTurns(transaction, runId, run, by, step)
    return { run, begun }
  })
}

/** The turns that a step starts, with the next numbers. `agentOf` has the agents that may be asked, by id. */
export function turnsToBegin(
  runId: string,
  { seats, phases, turns }: Pick<SteppedRun, 'seats' | 'phases' | 'turns'>,
  step: SwarmStep,
  newId: () => string,
  agentOf: ReadonlyMap<string, AnsweringAgent>,
): BegunSwarmTurn[] {
  if (step.kind !== 'turns' && step.kind !== 'synthesis') return []
  const wanted = step.kind === 'turns' ? step.turns : [{ round: 0, seat: null, words: step.words }]
  const last = turns.at(-1)?.number ?? 0
  return wanted.map(({ round, seat, words }, index) => {
    const agentId = seat === null ? '' : (seats[seat]?.agentId ?? '')
    return {
      place: { conversationId: runId, replyId: newId() },
      number: last + 1 + index,
      phase: phases.length - 1,
      round,
      seat,
      words,
      agent: agentOf.get(agentId) ?? null,
    }
  })
}

async function storeTurns(
  db: Db,
  runId: string,
  run: SteppedRun,
  by: { server: string; now: Date; newId: () => string },
  step: SwarmStep,
): Promise<BegunSwarmTurn[]> {
  if (step.kind !== 'turns' && step.kind !== 'synthesis') return []
  const ids = run.seats.map(({ agentId }) => agentId)
  const seen = await db
    .select({ id: agents.id, ...answeringColumns(null) })
    .from(agents)
    .where(and(inArray(agents.id, ids), answersTo(run.owner)))
  const agentOf = new Map(seen.map(({ id, ...agent }) => [id, agent]))
  const begun = turnsToBegin(runId, run, step, by.newId, agentOf)
  const phase = run.phases.length - 1
  const stored = begun.map(({ place, number, round, seat, words }) => {
    return { id: place.replyId, number, round, seat, given: words }
  })
  await db.execute(sql`
    with new as materialized (
      select * from json_to_recordset(${JSON.stringify(stored)}::json)
        as new (id uuid, number int, round int, seat int, given int)
    ),
    running as (
      insert into running_turns (run_id, reply_id, server) select ${runId}::uuid, id, ${by.server}::uuid from new
    )
    insert into swarm_turns (run_id, number, id, phase, round, seat, state, given, created_at)
    select ${runId}::uuid, number, id, ${phase}::int, round, seat, 'running', given, ${by.now.toISOString()}::timestamptz
    from new`)
  return begun
}

/** After each end the run awaits its next step. What a turn said that waits for its person is not counted yet. */
const ends = endTurns({
  scope: 'run',
  write: sql`
    awaiting as (
      update swarm_runs set awaits_step = true from gone where swarm_runs.id = gone.scope_id
    ),
    ended_as as (select scope_id, reply_id, content, parts, trouble, said, ${endStateOf('run')} as state from gone),
    ended as (
      update swarm_turns turn set content = gone.content, parts = gone.parts, trouble = gone.trouble, state = gone.state,
        said = case when gone.state <> 'waiting' then coalesce(gone.said,
          least(given, ${wordsIn(sql`gone.content`)})) end
      from ended_as gone where turn.run_id = gone.scope_id and turn.id = gone.reply_id
      returning turn.*
    )`,
  row: z.object({ conversationId: z.string(), replyId: z.string(), state: replyStateSchema }),
  columns: sql`run_id as "conversationId", id as "replyId", state`,
  stored: ({ conversationId, replyId }) => sql`
    select run_id, id, state from swarm_turns where run_id = ${conversationId} and id = ${replyId}`,
})

export function storeTurnEnd(
  db: Db,
  server: string,
  place: ReplyPlace,
  end: TurnEnd,
): Promise<{ state: ReplyState } | null> {
  return ends.store(db, server, place, end)
}

export function closeDeadTurns(
  db: Db,
  dead: readonly DeadReply[],
): Promise<(ReplyPlace & { state: ReplyState })[]> {
  return ends.storeDead(db, dead)
}

/**
 * Resumes the last phase of a run that is over: interrupted turns, an unfinished synthesis and, if no seat was left,
 * failed turns. `running` or `finished` if there is nothing to resume, `spent` if too few words are left.
 */
export async function takeAgain(
  db: Db,
  of: OwnedId,
  now: Date,
): Promise<'begun' | 'running' | 'finished' | 'spent' | 'busy'> {
  const { id, owner } = of
  return db.transaction(async (transaction) => {
    await lockNames(transaction, `swarm ${owner}`)
    const [row] = await transaction
      .select({
        mode: swarmRuns.mode,
        seats: swarmRuns.seats,
        phases: swarmRuns.phases,
        state: swarmRuns.state,
      })
      .from(swarmRuns)
      .where(deletableRuns.ownedAndThere(of))
      .for('no key update')
    const phase = row?.phases.at(-1)
    if (!row || !phase || row.state === 'running') return 'running'
    if (row.state === 'finished') return 'finished'
    if (await isBusy(transaction, owner)) return 'busy'
    const turns = plannedTurns({ ...row, turns: await readTurns(transaction, id) })
    const again = takenUp({ ...row, phase }, turns)
    if (!again) return 'spent'
    const numbers = again.flatMap((turn) => (turn.again ? [turn.number] : []))
    await transaction
      .update(swarmTurns)
      .set({ again: true })
      .where(and(eq(swarmTurns.runId, id), inArray(swarmTurns.number, numbers)))
    await transaction
      .update(swarmRuns)
      .set({ state: 'running', stopWanted: false, awaitsStep: true, updatedAt: now })
      .where(eq(swarmRuns.id, id))
    return 'begun'
  })
}

/** The runs whose next step has to be decided. */
export async function listAwaitingRuns(db: Db): Promise<string[]> {
  const awaiting = await db.select({ id: swarmRuns.id }).from(swarmRuns).where(eq(swarmRuns.awaitsStep, true))
  return awaiting.map(({ id }) => id)
}
