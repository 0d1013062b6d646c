import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { sourcesOf } from '../../../shared/chat/parts.ts'
import { limits } from '../../../shared/common/limits.ts'
import type {
  NewSwarmPhase,
  SwarmPage,
  SwarmPhase,
  SwarmRun,
  SwarmSeat,
  SwarmSummary,
  SwarmTurn,
} from '../../../shared/swarm/swarm.ts'
import type { SwarmMode } from '../../../shared/swarm/swarm-plan.ts'
import { pictureUrlOf } from '../agents/picture-url.ts'
import type { Db } from '../connect/connect.ts'
import type { Place } from '../cursor.ts'
import { deletableRows } from '../deletable-rows.ts'
import { after, cutPage, newestFirst } from '../page.ts'
import { swarmRuns, swarmTurns } from '../schema/swarm.ts'
import { runningTurns } from '../schema/turns.ts'

/** The name of this list in its cursors' checksum. */
export const RUNS = 'swarm runs of an owner'

/** A run that belongs to a wallet. */
export interface OwnedRun {
  id: string
  owner: string
}

/** Deleting a run also stops it. */
export const deletableRuns = deletableRows(
  swarmRuns,
  swarmRuns.owner,
  sql`, stop_wanted = true, awaits_step = state = 'running'`,
)
const { ownedAndThere } = deletableRuns

export interface NewRun extends OwnedRun {
  mode: SwarmMode
  seats: readonly SwarmSeat[]
  phase: SwarmPhase
  now: Date
}

/**
 * Stores a new run that awaits its first step, if fewer than `limits.swarmRunning` of its owner's runs are running.
 * @returns `made`; `there` if the same wallet created it before; `taken` if the id is used by another wallet; `busy` if
 *   too many are running
 */
export async function insertRun(db: Db, run: NewRun): Promise<'made' | 'there' | 'taken' | 'busy'> {
  const { id, owner, mode, seats, phase, now } = run
  return db.transaction(async (transaction) => {
    await lockOwner(transaction, owner)
    const [there] = await transaction
      .select({ owner: swarmRuns.owner })
      .from(swarmRuns)
      .where(eq(swarmRuns.id, id))
    if (there) return there.owner === owner ? 'there' : 'taken'
    if (await isBusy(transaction, owner)) return 'busy'
    const made = await transaction
      .insert(swarmRuns)
      .values({
        id,
        owner,
        mode,
        seats: [...seats],
        phases: [phase],
        state: 'running',
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing()
      .returning({ id: swarmRuns.id })
    return made.length > 0 ? 'made' : 'taken'
  })
}

/**
 * Until the transaction ends, no other transaction can start a run of this wallet, so that concurrent requests can't
 * exceed the limit together.
 */
export async function lockOwner(transaction: Db, owner: string): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`swarm ${owner}`}::text, 0))`)
}

/** Whether the maximum number of a wallet's runs is running. Must be called under `lockOwner`. */
export async function isBusy(db: Db, owner: string): Promise<boolean> {
  const running = await db
    .select({ id: swarmRuns.id })
    .from(swarmRuns)
    .where(and(eq(swarmRuns.owner, owner), eq(swarmRuns.state, 'running'), isNull(swarmRuns.deletedAt)))
    .limit(limits.swarmRunning)
  return running.length >= limits.swarmRunning
}

/** The columns of a turn. Queries that join its running row use that row's text instead of `content`. */
export const turnColumns = {
  id: swarmTurns.id,
  number: swarmTurns.number,
  phase: swarmTurns.phase,
  round: swarmTurns.round,
  seat: swarmTurns.seat,
  state: swarmTurns.state,
  content: swarmTurns.content,
  given: swarmTurns.given,
  said: swarmTurns.said,
  trouble: swarmTurns.trouble,
  again: swarmTurns.again,
  parts: swarmTurns.parts,
  createdAt: swarmTurns.createdAt,
}

/**
 * Finds a run and its owner, with the text of running turns that is stored so far; null if it is deleted or does not
 * exist.
 */
export async function findRun(
  db: Db,
  id: string,
): Promise<{ owner: string; run: Omit<SwarmRun, 'own'> } | null> {
  const [row] = await db
    .select({
      id: swarmRuns.id,
      owner: swarmRuns.owner,
      mode: swarmRuns.mode,
      seats: swarmRuns.seats,
      phases: swarmRuns.phases,
      state: swarmRuns.state,
      shared: swarmRuns.shared,
      createdAt: swarmRuns.createdAt,
      updatedAt: swarmRuns.updatedAt,
    })
    .from(swarmRuns)
    .where(and(eq(swarmRuns.id, id), isNull(swarmRuns.deletedAt)))
  if (!row) return null
  const turns = await db
    .select({ turn: turnColumns, running: { content: runningTurns.words, parts: runningTurns.parts } })
    .from(swarmTurns)
    .leftJoin(
      runningTurns,
      and(eq(runningTurns.runId, swarmTurns.runId), eq(runningTurns.replyId, swarmTurns.id)),
    )
    .where(eq(swarmTurns.runId, id))
    .orderBy(asc(swarmTurns.number))
  const { owner, ...run } = row
  return {
    owner,
    run: {
      ...run,
      seats: shownSeats(run.seats),
      turns: turns.map(({ turn, running }) => presentTurn({ ...turn, ...running })),
      createdAt: run.createdAt.toISOString(),
      updatedAt: run.updatedAt.toISOString(),
    },
  }
}

/** Presents the row of a turn. */
export function presentTurn({
  parts,
  ...turn
}: Pick<typeof swarmTurns.$inferSelect, keyof typeof turnColumns>): SwarmTurn {
  const sources = sourcesOf(parts)
  return { ...turn, ...(sources && { sources }), createdAt: turn.createdAt.toISOString() }
}

/** Older runs store the image URL that the agent's owner entered, from before pictures were served by this server. */
const shownSeats = (seats: readonly SwarmSeat[]) =>
  seats.map((seat) => ({ ...seat, agentImageUrl: pictureUrlOf(seat.agentImageUrl) }))

/** The list is ordered by the time of last use instead of creation. */
const usedAt = { createdAt: swarmRuns.updatedAt, id: swarmRuns.id }

/** A wallet's runs, most recently used first. */
export async function listRuns(
  db: Db,
  owner: string,
  page: { after: Place | undefined; limit: number },
): Promise<SwarmPage> {
  const found = await db
    .select({
      id: swarmRuns.id,
      mode: swarmRuns.mode,
      task: sql`${swarmRuns.phases}->0->>'task'`.mapWith(String),
      seats: swarmRuns.seats,
      state: swarmRuns.state,
      shared: swarmRuns.shared,
      createdAt: swarmRuns.createdAt,
      updatedAt: swarmRuns.updatedAt,
    })
    .from(swarmRuns)
    .where(and(eq(swarmRuns.owner, owner), isNull(swarmRuns.deletedAt), after(usedAt, page.after)))
    .orderBy(...newestFirst(usedAt))
    .limit(page.limit + 1)
  const places = found.map((row) => ({ row, id: row.id, createdAt: row.updatedAt }))
  const { page: runs, nextCursor } = cutPage(RUNS, places, page.limit)
  return {
    runs: runs.map(({ row }): SwarmSummary => {
      return {
        ...row,
        seats: shownSeats(row.seats),
        createdAt: row.createdAt.toISOString(),
        updatedAt: row.updatedAt.toISOString(),
      }
    }),
    nextCursor,
  }
}

/**
 * Makes a run readable by anyone with its link, or by its owner only.
 * @returns whether the wallet has such a run
 */
export async function setShared(db: Db, of: OwnedRun, shared: boolean): Promise<boolean> {
  const changed = await db
    .update(swarmRuns)
    .set({ shared })
    .where(ownedAndThere(of))
    .returning({ id: swarmRuns.id })
  return changed.length > 0
}

/**
 * Requests that the current phase end without a synthesis.
 * @returns whether it was running
 */
export async function wantRunStop(db: Db, of: OwnedRun): Promise<boolean> {
  const stopped = await db
    .update(swarmRuns)
    .set({ stopWanted: true, awaitsStep: true })
    .where(and(ownedAndThere(of), eq(swarmRuns.state, 'running')))
    .returning({ id: swarmRuns.id })
  return stopped.length > 0
}

/**
 * Excludes a seat from the following turns.
 * @returns whether the run exists and has this seat
 */
export async function dropSeat(db: Db, of: OwnedRun, seat: number): Promise<boolean> {
  const dropped = await db
    .update(swarmRuns)
    .set({
      seats: sql`jsonb_set(seats, array[${seat}::int::text, 'dropped'], 'true'::jsonb)`,
      awaitsStep: sql`state = 'running'`,
    })
    .where(and(ownedAndThere(of), sql`${seat}::int < jsonb_array_length(seats)`))
    .returning({ id: swarmRuns.id })
  return dropped.length > 0
}

/**
 * Starts a further phase of a run that is over.
 * @returns `begun`; `running` if it is not over; `many` after `limits.swarmPhases`; `busy` if too many others are
 *   running
 */
export async function addPhase(
  db: Db,
  of: OwnedRun,
  { task, rounds, words }: NewSwarmPhase,
  now: Date,
): Promise<'begun' | 'running' | 'many' | 'busy'> {
  return db.transaction(async (transaction) => {
    await lockOwner(transaction, of.owner)
    const [row] = await transaction
      .select({ state: swarmRuns.state, phases: swarmRuns.phases })
      .from(swarmRuns)
      .where(ownedAndThere(of))
      .for('no key update')
    if (!row || row.state === 'running') return 'running'
    if (row.phases.length >= limits.swarmPhases) return 'many'
    if (await isBusy(transaction, of.owner)) return 'busy'
    await transaction
      .update(swarmRuns)
      .set({
        state: 'running',
        stopWanted: false,
        awaitsStep: true,
        phases: [...row.phases, { task, rounds, words }],
        updatedAt: now,
      })
      .where(eq(swarmRuns.id, of.id))
    return 'begun'
  })
}

/** Whether a run was ever stored under this id and has not been removed for good. */
export async function isRunStored(db: Db, id: string): Promise<boolean> {
  const found = await db.select({ id: swarmRuns.id }).from(swarmRuns).where(eq(swarmRuns.id, id))
  return found.length > 0
}
