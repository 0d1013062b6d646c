import { sql } from 'drizzle-orm'
import type { Db } from '../connect/connect.ts'

/** The counts of an agent's replies that can be summed. They contain no text. */
export interface ReplyCounts {
  conversations: number
  messages: number
  visitorMessages: number
  finished: number
  stopped: number
  interrupted: number
  words: number
}

interface HourCounts extends ReplyCounts {
  agentId: string
  /** As ISO 8601. */
  start: string
  /** By reason. */
  failures: Record<string, number>
  /** By bucket of the time to the first words. */
  firstWords: Record<number, number>
  /** Wallets that asked. */
  people: readonly string[]
}

/**
 * Adds counts in one statement: if it throws, nothing is stored. Agents that no longer exist are skipped. Concurrent
 * servers lock rows in one order (tables as listed here, rows by key), so that they can't deadlock. The time of a
 * person's last question is stored by the hour for privacy, and so that its row changes at most once an hour.
 */
export async function addCounts(db: Db, analytics: readonly HourCounts[]): Promise<void> {
  await db.execute(sql`
    with told as materialized (
      select * from json_to_recordset(${JSON.stringify(analytics)}::json) as told (
        "agentId" uuid, start timestamptz, conversations int, messages int, "visitorMessages" int, finished int,
        stopped int, interrupted int, words bigint, failures json, "firstWords" json, people json)
    ),
    alive as materialized (
      select id, owner from agents where id in (select "agentId" from told) order by id for key share
    ),
    hours as materialized (
      select told.*, alive.owner from told join alive on id = "agentId"
    ),
    parts as materialized (
      select hours.*, step, date_trunc(step, start, 'UTC') as begun
      from hours cross join (values ('hour'), ('day')) as steps (step)
    ),
    figures as (
      insert into agent_figures as known (agent_id, step, start, conversations, messages, visitor_messages, finished,
        stopped, interrupted, words)
      select "agentId", step, begun, sum(conversations), sum(messages), sum("visitorMessages"), sum(finished),
        sum(stopped), sum(interrupted), sum(words)
      from parts group by 1, 2, 3 order by 1, 2, 3
      on conflict (agent_id, step, start) do update set
        conversations = known.conversations + excluded.conversations,
        messages = known.messages + excluded.messages,
        visitor_messages = known.visitor_messages + excluded.visitor_messages,
        finished = known.finished + excluded.finished,
        stopped = known.stopped + excluded.stopped,
        interrupted = known.interrupted + excluded.interrupted,
        words = known.words + excluded.words
    ),
    failures as (
      insert into agent_failures as known (agent_id, step, start, why, count)
      select "agentId", step, begun, key, sum(value::int)
      from parts cross join json_each_text(failures) group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (agent_id, step, start, why) do update set count = known.count + excluded.count
    ),
    first_words as (
      insert into agent_first_words as known (agent_id, step, start, bucket, count)
      select "agentId", step, begun, key::smallint, sum(value::int)
      from parts cross join json_each_text("firstWords") group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (agent_id, step, start, bucket) do update set count = known.count + excluded.count
    ),
    seen as materialized (
      select "agentId", owner, encode(sha256(convert_to(owner || ' ' || wallet, 'UTF8')), 'hex') as person, start
      from hours cross join json_array_elements_text(people) as wallet
    ),
    people as (
      insert into agent_people as known (agent_id, person, last_at)
      select "agentId", person, max(start) from seen group by 1, 2 order by 1, 2
      on conflict (agent_id, person) do update set last_at = excluded.last_at
        where known.last_at < excluded.last_at
    )
    insert into owner_people as known (owner, person, last_at)
    select owner, person, max(start) from seen group by 1, 2 order by 1, 2
    on conflict (owner, person) do update set last_at = excluded.last_at where known.last_at < excluded.last_at`)
}
