import { and, eq, isNull, sql } from 'drizzle-orm'
import { limits } from '../../../shared/common/limits.ts'
import type { NewSwarmPhase, SwarmPhase, SwarmSeat } from '../../../shared/swarm/swarm.ts'
import type { SwarmMode } from '../../../shared/swarm/swarm-plan.ts'
import type { Db } from '../connect/connect.ts'
import { deletableRows, type OwnedId } from '../deletable-rows.ts'
import { lockNames } from '../lock-names.ts'
import { swarmRuns, swarmTurns } from '../schema/swarm.ts'

/** Deleting a run also stops it. */
export const deletableRuns = deletableRows(
  swarmRuns,
  swarmRuns.owner,
  sql`, stop_wanted = true, awaits_step = state = 'running'`,
)
const { ownedAndThere } = deletableRuns

export interface NewRun extends OwnedId {
  mode: SwarmMode
  seats: readonly SwarmSeat[]
  phase: SwarmPhase
  now: Date
}

/** Stores a run: `there` if the wallet did before, `taken` if another has the id, `busy` if too many are running. */
export async function insertRun(db: Db, run: NewRun): Promise<'made' | 'there' | 'taken' | 'busy'> {
  const { id, owner, mode, seats, phase, now } = run
  return db.transaction(async (transaction) => {
    await lockNames(transaction, `swarm ${owner}`)
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

/** Whether the maximum number of a wallet's runs is running. One that waits for a person is none of them. Must be called with the name `swarm <owner>` locked. */
export async function isBusy(db: Db, owner: string): Promise<boolean> {
  const running = await db
    .select({ id: swarmRuns.id })
    .from(swarmRuns)
    .where(
      and(
        eq(swarmRuns.owner, owner),
        eq(swarmRuns.state, 'running'),
        isNull(swarmRuns.deletedAt),
        sql`(not exists (select from ${swarmTurns} where ${swarmTurns.runId} = ${swarmRuns.id} and ${swarmTurns.state} = 'waiting')
          or exists (select from ${swarmTurns} where ${swarmTurns.runId} = ${swarmRuns.id} and ${swarmTurns.state} = 'running'))`,
      ),
    )
    .limit(limits.swarmRunning)
  return running.length >= limits.swarmRunning
}

/** Makes a run readable by anyone with its link, or by its owner only; false if the wallet has no such run. */
export async function setShared(db: Db, of: OwnedId, shared: boolean): Promise<boolean> {
  const changed = await db
    .update(swarmRuns)
    .set({ shared })
    .where(ownedAndThere(of))
    .returning({ id: swarmRuns.id })
  return changed.length > 0
}

/** Requests that the current phase end without a synthesis. @returns whether it was running */
export async function wantRunStop(db: Db, of: OwnedId): Promise<boolean> {
  const stopped = await db
    .update(swarmRuns)
    .set({ stopWanted: true, awaitsStep: true })
    .where(and(ownedAndThere(of), eq(swarmRuns.state, 'running')))
    .returning({ id: swarmRuns.id })
  return stopped.length > 0
}

/** Excludes a seat from the following turns. @returns whether the run exists and has this seat */
export async function dropSeat(db: Db, of: OwnedId, seat: number): Promise<boolean> {
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

/** Adds a phase: `running` if the last is not over, `many` after `limits.swarmPhases`, `busy` if too many others run. */
export async function addPhase(
  db: Db,
  of: OwnedId,
  { task, rounds, words }: NewSwarmPhase,
  now: Date,
): Promise<'begun' | 'running' | 'many' | 'busy'> {
  return db.transaction(async (transaction) => {
    await lockNames(transaction, `swarm ${of.owner}`)
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
