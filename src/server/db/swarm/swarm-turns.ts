import type { Sql } from 'postgres'
import type { AnsweringAgent } from '../../../shared/chat/chat.ts'
import type { ReplyState } from '../../../shared/chat/messages.ts'
import type { SwarmPhase, SwarmSeat, SwarmState, SwarmTurn } from '../../../shared/swarm/swarm.ts'
import { isTakenAgain, nextStep, type SwarmMode, type SwarmStep } from '../../../shared/swarm/swarm-plan.ts'
import { selectAnswering } from '../agents/find-answering-agent.ts'
import {
  type DeadReply,
  endedAs,
  type ReplyPlace,
  type TurnEnd,
  takeOut,
  takeOutDead,
} from '../turns/running-turns.ts'
import { isBusy, lockOwner, type OwnedRun } from './swarm-runs.ts'

/** A run as whoever decides its next step finds it, under its lock. */
export interface SteppedRun {
  owner: string
  mode: SwarmMode
  seats: SwarmSeat[]
  phases: SwarmPhase[]
  state: SwarmState
  stopped: boolean
  /** All of them, by number. */
  turns: SwarmTurn[]
}

/** A turn that is stored as running, with all that it takes to begin it. */
export interface BegunSwarmTurn {
  place: ReplyPlace
  phase: number
  round: number
  seat: number | null
  /** How many words it may say. */
  words: number
  /** Null for the synthesis, and where the owner can no longer see the agent. */
  agent: AnsweringAgent | null
}

export interface Stepped {
  run: SteppedRun
  begun: BegunSwarmTurn[]
}

/** The turns of the last phase, as the plan looks at them. */
export function plannedTurns({ turns, phases }: Pick<SteppedRun, 'turns' | 'phases'>): SwarmTurn[] {
  return turns.filter(({ phase }) => phase === phases.length - 1)
}

async function readTurns(sql: Sql, runId: string): Promise<SwarmTurn[]> {
  return sql<SwarmTurn[]>`
    select id, number, phase, round, seat, state, content, given, said, trouble, again, created_at as "createdAt"
    from swarm_turns where run_id = ${runId} order by number`
}

/**
 * Lets it be decided what a run does next, and stores the turns that begin as running, all in one transaction under the
 * run's row: whatever is decided is decided once.
 * @param by.server which will receive the turns
 * @param by.newId makes the id of a turn
 * @returns null where there is nothing to decide: no run, or nothing happened since
 */
export async function stepRun(
  sql: Sql,
  runId: string,
  by: { server: string; now: Date; newId: () => string },
  decide: (run: SteppedRun) => SwarmStep,
): Promise<Stepped | null> {
  return sql.begin(async (transaction) => {
    // What a transaction takes is said like what the driver takes.
    const tx = transaction as unknown as Sql
    const [row] = await tx<(Omit<SteppedRun, 'turns'> & { deleted: boolean })[]>`
      select owner, mode, seats, phases, state, stop_wanted as stopped, deleted_at is not null as deleted
      from swarm_runs where id = ${runId} and awaits_step for no key update`
    if (!row) return null
    const run: SteppedRun = { ...row, turns: await readTurns(tx, runId) }
    const step: SwarmStep = row.state === 'running' ? decide(run) : { kind: 'wait' }
    await tx`
      update swarm_runs set awaits_step = false, state = ${step.kind === 'over' ? step.how : row.state}
      where id = ${runId}`
    const begun = await storeTurns(tx, runId, run, by, step)
    return { run, begun }
  }) as Promise<Stepped | null>
}

/** Writes turns down that are yet to be said, under the numbers that follow. */
async function storeTurns(
  sql: Sql,
  runId: string,
  run: SteppedRun,
  by: { server: string; now: Date; newId: () => string },
  step: SwarmStep,
): Promise<BegunSwarmTurn[]> {
  if (step.kind !== 'turns' && step.kind !== 'synthesis') return []
  const wanted = step.kind === 'turns' ? step.turns : [{ round: 0, seat: null, words: step.words }]
  const ids = wanted.flatMap(({ seat }) => (seat === null ? [] : [run.seats[seat]?.agentId ?? '']))
  const agents = await sql<(AnsweringAgent & { id: string })[]>`
    select id, ${selectAnswering(sql)} from agents
    where id = any(${ids}::uuid[]) and deleted_at is null and (visibility_enabled or owner = ${run.owner})`
  const agentOf = new Map(agents.map(({ id, ...agent }) => [id, agent]))
  const phase = run.phases.length - 1
  const begun = wanted.map(({ round, seat, words }): BegunSwarmTurn => {
    const agentId = seat === null ? '' : (run.seats[seat]?.agentId ?? '')
    const place = { conversationId: runId, replyId: by.newId() }
    return { place, phase, round, seat, words, agent: agentOf.get(agentId) ?? null }
  })
  const last = run.turns.at(-1)?.number ?? 0
  const rows = begun.map(({ place, round, seat, words }, index) => {
    return { id: place.replyId, number: last + 1 + index, round, seat, given: words }
  })
  await sql`
    with new as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::text::json)
        as new (id uuid, number int, round int, seat int, given int)
    ),
    running as (
      insert into running_turns (conversation_id, reply_id, server) select ${runId}::uuid, id, ${by.server} from new
    )
    insert into swarm_turns (run_id, number, id, phase, round, seat, state, given, created_at)
    select ${runId}::uuid, number, id, ${phase}, round, seat, 'running', given, ${by.now.toISOString()}::timestamptz
    from new`
  return begun
}

/**
 * Ends a turn if it is still this server's to end, and has its run await the next step; or nothing changes. A stop that
 * was wanted before a mere interruption makes it stopped.
 * @returns how it is stored now, by whomever; null where it is gone for good
 */
export async function storeTurnEnd(
  sql: Sql,
  server: string,
  place: ReplyPlace,
  { content, state, trouble, said }: TurnEnd,
): Promise<{ state: ReplyState } | null> {
  const { conversationId, replyId } = place
  const [row] = await sql<{ state: ReplyState }[]>`
    with gone as (${takeOut(sql, 'running_turns', server, place)}),
    awaiting as (
      update swarm_runs set awaits_step = true from gone where id = ${conversationId}
    ),
    ended as (
      update swarm_turns set content = ${content}, trouble = ${trouble}, said = ${said},
        state = ${endedAs(sql, state)}
      from gone where run_id = ${conversationId} and id = ${replyId}
      returning swarm_turns.state
    )
    select state from ended
    union all
    select state from swarm_turns
    where run_id = ${conversationId} and id = ${replyId} and not exists (select from ended)`
  return row ?? null
}

/**
 * Ends turns that nobody receives any more with all that is known of their words; their runs await the next step.
 * @returns those that were ended
 */
export async function closeDeadTurns(
  sql: Sql,
  dead: readonly DeadReply[],
): Promise<(ReplyPlace & { state: ReplyState })[]> {
  return sql<(ReplyPlace & { state: ReplyState })[]>`
    with gone as (${takeOutDead(sql, 'running_turns', dead)}),
    awaiting as (
      update swarm_runs set awaits_step = true from gone where id = gone.conversation_id
    )
    update swarm_turns turn set content = gone.words,
      said = least(given, (select count(*) from regexp_matches(gone.words, '\\S+', 'g'))::int),
      state = case when gone.stop_wanted then 'stopped' else 'interrupted' end
    from gone where turn.run_id = gone.conversation_id and turn.id = gone.reply_id
    returning turn.run_id as "conversationId", turn.id as "replyId", turn.state`
}

/**
 * Has the last phase of a run that is over take up what broke off: turns that a server interrupted, a synthesis that was
 * not finished, and, where nobody was left, those that failed.
 * @returns `begun`; `running` or `finished` where there is nothing to take up; `spent` where the words that are left are
 *   too few; `busy` where too many others run
 */
export async function takeAgain(
  sql: Sql,
  { id, owner }: OwnedRun,
  now: Date,
): Promise<'begun' | 'running' | 'finished' | 'spent' | 'busy'> {
  return sql.begin(async (transaction) => {
    const tx = transaction as unknown as Sql
    await lockOwner(tx, owner)
    const [row] = await tx<Pick<SteppedRun, 'mode' | 'seats' | 'phases' | 'state'>[]>`
      select mode, seats, phases, state from swarm_runs
      where id = ${id} and owner = ${owner} and deleted_at is null for no key update`
    const phase = row?.phases.at(-1)
    if (!row || !phase || row.state === 'running') return 'running'
    if (row.state === 'finished') return 'finished'
    if (await isBusy(tx, owner)) return 'busy'
    const turns = plannedTurns({ ...row, turns: await readTurns(tx, id) })
    const again = turns.map((turn) => ({ ...turn, again: turn.again || isTakenAgain(turn, row.state) }))
    const step = nextStep({ ...row, phase, stopped: false }, again)
    if (step.kind === 'over') return 'spent'
    await tx`
      update swarm_turns set again = true
      where run_id = ${id} and number = any(${again.flatMap((turn) => (turn.again ? [turn.number] : []))}::int[])`
    await tx`
      update swarm_runs set state = 'running', stop_wanted = false, awaits_step = true,
        updated_at = ${now.toISOString()}::timestamptz
      where id = ${id}`
    return 'begun'
  }) as Promise<'begun' | 'running' | 'finished' | 'spent' | 'busy'>
}

/** The seat of a turn that is running; undefined where none is. */
export async function listRunningSeats(
  sql: Sql,
  runId: string,
): Promise<{ replyId: string; seat: number | null }[]> {
  return sql<{ replyId: string; seat: number | null }[]>`
    select id as "replyId", seat from swarm_turns where run_id = ${runId} and state = 'running'`
}

/** The runs in which something happened since their next step was last decided. */
export async function listAwaitingRuns(sql: Sql): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`select id from swarm_runs where awaits_step`
  return rows.map(({ id }) => id)
}
