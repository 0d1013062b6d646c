import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from '../connect/connect.ts'
import { rows } from '../rows.ts'

const sweptRow = z.object({ id: z.string() })

/** Sweeps the next few agents by id, so that no whole table is scanned. Returns the last one; null if none are left. */
export async function sweepAnalytics(
  db: Db,
  sweep: { after: string; agents: number; hoursBefore: Date; peopleBefore: Date },
): Promise<string | null> {
  const hours = sql`
    using slice where agent_id = slice.id and step = 'hour' and start < ${sweep.hoursBefore.toISOString()}::timestamptz`
  const peopleBefore = sql`last_at < ${sweep.peopleBefore.toISOString()}::timestamptz`
  const [last] = await rows(
    db,
    sweptRow,
    sql`
    with slice as materialized (
      select id, owner from agents where id > ${sweep.after} order by id limit ${sweep.agents}
    ),
    figures as (delete from agent_figures ${hours}),
    failures as (delete from agent_failures ${hours}),
    first_words as (delete from agent_first_words ${hours}),
    people as (delete from agent_people using slice where agent_id = slice.id and ${peopleBefore}),
    owners as (
      delete from owner_people using (select distinct owner from slice) owners
      where owner_people.owner = owners.owner and ${peopleBefore}
    )
    select id from slice order by id desc limit 1`,
  )
  return last?.id ?? null
}
