import { sql as drizzleSql } from 'drizzle-orm'
import type { Sql } from 'postgres'
import { limits } from '../../../shared/common/limits.ts'
import type {
  NewSwarmPhase,
  SwarmPage,
  SwarmPhase,
  SwarmRun,
  SwarmSeat,
  SwarmState,
  SwarmSummary,
  SwarmTurn,
} from '../../../shared/swarm/swarm.ts'
import type { SwarmMode } from '../../../shared/swarm/swarm-plan.ts'
import { pictureUrlOf } from '../agents/picture-url.ts'
import type { Place } from '../cursor.ts'
import { deletableRows } from '../deletable-rows.ts'
import { cutPage } from '../page.ts'
import { swarmRuns } from '../schema/swarm.ts'

/** The name that binds a cursor to this list. */
export const RUNS = 'swarm runs of an owner'

/** A run that belongs to a wallet. */
export interface OwnedRun {
  id: string
  owner: string
}

/** A run that is deleted stops. */
export const deletableRuns = deletableRows(
  swarmRuns,
  swarmRuns.owner,
  drizzleSql`, stop_wanted = true, awaits_step = state = 'running'`,
)

export interface NewRun extends OwnedRun {
  mode: SwarmMode
  seats: readonly SwarmSeat[]
  phase: SwarmPhase
  now: Date
}

/**
 * Stores a new run that awaits its first step, if fewer than `limits.swarmRunning` of its owner are running.
 * @returns `made`; `there` where it was made before by the same wallet; `taken`; `busy`
 */
export async function insertRun(sql: Sql, run: NewRun): Promise<'made' | 'there' | 'taken' | 'busy'> {
  return sql.begin(async (transaction) => {
    const tx = transaction as unknown as Sql
    await lockOwner(tx, run.owner)
    const [there] = await tx<{ owner: string }[]>`select owner from swarm_runs where id = ${run.id}`
    if (there) return there.owner === run.owner ? 'there' : 'taken'
    if (await isBusy(tx, run.owner)) return 'busy'
    const now = run.now.toISOString()
    const rows = await tx`
      insert into swarm_runs (id, owner, mode, seats, phases, state, created_at, updated_at)
      values (${run.id}, ${run.owner}, ${run.mode}, ${JSON.stringify(run.seats)}::text::jsonb,
        ${JSON.stringify([run.phase])}::text::jsonb, 'running', ${now}::timestamptz, ${now}::timestamptz)
      on conflict do nothing returning id`
    return rows.length > 0 ? 'made' : 'taken'
  }) as Promise<'made' | 'there' | 'taken' | 'busy'>
}

/** Until the transaction ends, nobody else begins a run of this wallet: two at once do not pass the cap together. */
export async function lockOwner(sql: Sql, owner: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`swarm ${owner}`}, 0))`
}

/** Whether as many of a wallet's runs are running as may; to be asked under `lockOwner`. */
export async function isBusy(sql: Sql, owner: string): Promise<boolean> {
  const running = await sql`
    select from swarm_runs where owner = ${owner} and state = 'running' and deleted_at is null
    limit ${limits.swarmRunning}`
  return running.length >= limits.swarmRunning
}

/** A run and whose it is, with the words of running turns that were stored so far; null where it is deleted or none. */
export async function findRun(
  sql: Sql,
  id: string,
): Promise<{ owner: string; run: Omit<SwarmRun, 'own'> } | null> {
  const [row] = await sql<(Omit<RunRow, 'task'> & { owner: string; phases: SwarmPhase[] })[]>`
    select id, owner, mode, seats, phases, state, shared, created_at as "createdAt", updated_at as "updatedAt"
    from swarm_runs where id = ${id} and deleted_at is null`
  if (!row) return null
  const turns = await sql<(Omit<SwarmTurn, 'createdAt'> & { createdAt: string })[]>`
    select turn.id, turn.number, turn.phase, turn.round, turn.seat, turn.state, turn.given, turn.said, turn.trouble,
      turn.again, coalesce(running.words, turn.content) as content, turn.created_at as "createdAt"
    from swarm_turns turn
    left join running_turns running on running.conversation_id = turn.run_id and running.reply_id = turn.id
    where turn.run_id = ${id} order by turn.number`
  const { owner, ...run } = row
  return {
    owner,
    run: {
      ...run,
      seats: shownSeats(run.seats),
      turns: turns.map((turn) => ({ ...turn, createdAt: iso(turn.createdAt) })),
      createdAt: iso(run.createdAt),
      updatedAt: iso(run.updatedAt),
    },
  }
}

interface RunRow {
  id: string
  mode: SwarmMode
  task: string
  seats: SwarmSeat[]
  state: SwarmState
  shared: boolean
  createdAt: string
  updatedAt: string
}

/** Runs from before pictures went through the server hold what the agent's owner gave. */
const shownSeats = (seats: readonly SwarmSeat[]) =>
  seats.map((seat) => ({ ...seat, agentImageUrl: pictureUrlOf(seat.agentImageUrl) }))

const iso = (time: string) => new Date(time).toISOString()

/** A wallet's runs, last used first. */
export async function listRuns(
  sql: Sql,
  owner: string,
  { after, limit }: { after: Place | undefined; limit: number },
): Promise<SwarmPage> {
  const rows = await sql<RunRow[]>`
    select id, mode, phases->0->>'task' as task, seats, state, shared, created_at as "createdAt", updated_at as "updatedAt"
    from swarm_runs
    where owner = ${owner} and deleted_at is null
      ${after ? sql`and (updated_at, id) < (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)` : sql``}
    order by updated_at desc, id desc limit ${limit + 1}`
  const places = rows.map((row) => ({ row, id: row.id, createdAt: new Date(row.updatedAt) }))
  const { page, nextCursor } = cutPage(RUNS, places, limit)
  return {
    runs: page.map(({ row }): SwarmSummary => {
      return {
        ...row,
        seats: shownSeats(row.seats),
        createdAt: iso(row.createdAt),
        updatedAt: iso(row.updatedAt),
      }
    }),
    nextCursor,
  }
}

/** Lets whoever has the link read a run, or its owner alone. @returns whether there is such a run of this wallet */
export async function setShared(sql: Sql, { id, owner }: OwnedRun, shared: boolean): Promise<boolean> {
  const rows = await sql`
    update swarm_runs set shared = ${shared} where id = ${id} and owner = ${owner} and deleted_at is null returning id`
  return rows.length > 0
}

/** Has the phase that is under way end without a synthesis. @returns whether it was running */
export async function wantRunStop(sql: Sql, { id, owner }: OwnedRun): Promise<boolean> {
  const rows = await sql`
    update swarm_runs set stop_wanted = true, awaits_step = true
    where id = ${id} and owner = ${owner} and state = 'running' and deleted_at is null returning id`
  return rows.length > 0
}

/** Takes a seat out of what follows. @returns whether the run is there and has it */
export async function dropSeat(sql: Sql, { id, owner }: OwnedRun, seat: number): Promise<boolean> {
  const rows = await sql`
    update swarm_runs set seats = jsonb_set(seats, array[${seat}::int::text, 'dropped'], 'true'::jsonb),
      awaits_step = state = 'running'
    where id = ${id} and owner = ${owner} and deleted_at is null
      and ${seat}::int < jsonb_array_length(seats) returning id`
  return rows.length > 0
}

/**
 * Begins a further phase of a run that is over.
 * @returns `begun`; `running` where it is not over; `full` after `limits.swarmPhases`; `busy` where too many others run
 */
export async function addPhase(
  sql: Sql,
  { id, owner }: OwnedRun,
  { task, rounds, words }: NewSwarmPhase,
  now: Date,
): Promise<'begun' | 'running' | 'full' | 'busy'> {
  return sql.begin(async (transaction) => {
    const tx = transaction as unknown as Sql
    await lockOwner(tx, owner)
    const [row] = await tx<{ state: SwarmState; phases: number }[]>`
      select state, jsonb_array_length(phases) as phases from swarm_runs
      where id = ${id} and owner = ${owner} and deleted_at is null for no key update`
    if (!row || row.state === 'running') return 'running'
    if (row.phases >= limits.swarmPhases) return 'full'
    if (await isBusy(tx, owner)) return 'busy'
    await tx`
      update swarm_runs set state = 'running', stop_wanted = false, awaits_step = true,
        phases = phases || ${JSON.stringify([{ task, rounds, words }])}::text::jsonb, updated_at = ${now.toISOString()}::timestamptz
      where id = ${id}`
    return 'begun'
  }) as Promise<'begun' | 'running' | 'full' | 'busy'>
}
