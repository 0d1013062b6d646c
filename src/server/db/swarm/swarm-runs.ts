import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { SwarmPage, SwarmRun, SwarmSeat, SwarmSummary, SwarmTurn } from '../../../shared/swarm/swarm.ts'
import { pictureUrlOf } from '../agents/picture-url.ts'
import type { Db } from '../connect/connect.ts'
import type { Place } from '../cursor.ts'
import { after, cutPage, newestFirst } from '../page.ts'
import { swarmRuns, swarmTurns } from '../schema/swarm.ts'
import { runningTurns } from '../schema/turns.ts'
import { replyToldToAsker } from '../turns/told-reply.ts'

export const RUNS = 'swarm runs of an owner'

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

/** Finds a run and its owner, with what is stored so far of running turns; null if it is deleted or does not exist. */
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

export function presentTurn({
  parts,
  ...turn
}: Pick<typeof swarmTurns.$inferSelect, keyof typeof turnColumns>): SwarmTurn {
  return { ...turn, ...replyToldToAsker({ ...turn, parts }), createdAt: turn.createdAt.toISOString() }
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

/** Whether a run was ever stored under this id and has not been removed for good. */
export async function isRunStored(db: Db, id: string): Promise<boolean> {
  const found = await db.select({ id: swarmRuns.id }).from(swarmRuns).where(eq(swarmRuns.id, id))
  return found.length > 0
}
