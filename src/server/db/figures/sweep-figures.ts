import type { Sql } from 'postgres'

/**
 * Removes what no window shows any more, from the next few agents by id: that reads no table as a whole, and asks for no
 * index of its own.
 * @param sweep.after the agent that the sweep before ended with
 * @param sweep.agents how many are looked at
 * @returns the last of them; null where there are no more
 */
export async function sweepFigures(
  sql: Sql,
  sweep: { after: string; agents: number; hoursBefore: Date; peopleBefore: Date },
): Promise<string | null> {
  const hours = sql`
    using slice where agent_id = slice.id and step = 'hour' and start < ${sweep.hoursBefore.toISOString()}::timestamptz`
  const peopleBefore = sql`last_at < ${sweep.peopleBefore.toISOString()}::timestamptz`
  const [last] = await sql<{ id: string }[]>`
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
    select id from slice order by id desc limit 1`
  return last?.id ?? null
}
