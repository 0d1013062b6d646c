import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../src/server/db/connect/connect.ts'
import { agents } from '../src/server/db/schema/agents.ts'
import { measured } from '../src/server/domain/analytics/first-words-histogram.ts'

const PEOPLE = 40_000
/** The number of agents that each person talks with. */
const AGENTS_EACH = 4

/**
 * Stores a month of replies: for twenty agents of one owner and a hundred and eighty agents of others, half of the
 * replies each. Each reply is a row of a table that only this measurement has, from which the database computes the
 * recorded sums.
 * @returns the agents of the owner
 */
export async function loadReplies(db: Db, owner: string, replies: number): Promise<string[]> {
  /** The same in every run; two of the digits are the version and the variant of the id. */
  const uuidOf = (number: SQL) =>
    sql`overlay(overlay(md5((${number})::text) placing '4' from 13) placing '8' from 17)::uuid`
  await db.execute(sql`select setseed(0.4)`)
  // All rows reference existing agents, and checking each reference would take most of the time.
  await db.execute(sql`set session_replication_role = replica`)
  await db.execute(sql`
    insert into agents (id, name, description, image_url, personality, capabilities, knowledge_domains, owner, category,
      is_public, visibility_enabled, upvotes, created_at)
    select ${uuidOf(sql`n`)}, 'Agent ' || n, '', '/images/default.webp', 'You are an agent.', '{}', '{}',
      case when n < 20 then ${owner} else 'owner ' || n / 20 end, 'neural', true, true, 500, now()
    from generate_series(0, 199) n`)
  await db.execute(sql`
    insert into agent_upvotes (agent_id, wallet, created_at)
    select id, 'wallet ' || n, now() - n * interval '2 hours' from agents cross join generate_series(1, 500) n`)
  await db.execute(sql`
    create table replies (agent_id uuid, owner text, wallet text, at timestamptz, begins boolean, ended text, words int,
      first_words float8)`)
  await db.execute(sql`
    insert into replies
    select ${uuidOf(sql`agent`)}, case when agent < 20 then ${owner} else 'owner ' || agent / 20 end,
      case when visitor < 0.1 then null else 'wallet ' || person end,
      now() - spread * interval '29 days', begins < 0.2,
      case when ending < 0.9 then 'finished' when ending < 0.94 then 'stopped' when ending < 0.95 then 'interrupted'
        else (array['unreachable', 'timeout', 'limited', 'refused', 'broken'])[1 + floor((ending - 0.95) * 100)::int] end,
      20 + (ending * 200)::int, case when ending < 0.95 then exp(6 + pace) end
    from (
      select person, random() as visitor, random() as spread, random() as begins, random() as ending,
        random() + random() + random() as pace,
        case when n % 2 = 0 then (person * 7 + friend) % 20 else 20 + (person * 7 + friend) % 180 end as agent
      from (select n, floor(random() * ${PEOPLE})::int as person, floor(random() * ${AGENTS_EACH})::int as friend
        from generate_series(1, ${replies}::int) n) drawn
    ) drawn`)
  await db.execute(sql`create index replies_agent on replies (agent_id, at)`)
  await db.execute(sql`create index replies_owner on replies (owner, at)`)
  for (const step of ['hour', 'day']) {
    const rows = sql`
      (select *, date_trunc(${step}, at, 'UTC') as start from replies
        where ${step} = 'day' or at > now() - interval '3 days') part`
    await db.execute(sql`
      insert into agent_figures
      select agent_id, ${step}, start, count(*) filter (where begins), count(*), count(*) filter (where wallet is null),
        count(*) filter (where ended = 'finished'), count(*) filter (where ended = 'stopped'),
        count(*) filter (where ended = 'interrupted'), sum(words)
      from ${rows} group by agent_id, start`)
    await db.execute(sql`
      insert into agent_failures
      select agent_id, ${step}, start, ended, count(*) from ${rows}
      where ended not in ('finished', 'stopped', 'interrupted') group by agent_id, start, ended`)
    await db.execute(sql`
      insert into agent_first_words
      select agent_id, ${step}, start, round(ln(greatest(first_words, ${measured.from}::int)) / ln(1.058)) as bucket, count(*)
      from ${rows} where first_words is not null group by agent_id, start, bucket`)
  }
  const person = sql`encode(sha256(convert_to(owner || ' ' || wallet, 'UTF8')), 'hex')`
  await db.execute(sql`
    insert into agent_people
    select agent_id, ${person}, date_trunc('hour', max(at), 'UTC') from replies where wallet is not null
    group by agent_id, owner, wallet`)
  await db.execute(sql`
    insert into owner_people
    select owner, ${person}, date_trunc('hour', max(at), 'UTC') from replies where wallet is not null group by owner, wallet`)
  await db.execute(sql`set session_replication_role = origin`)
  for (const table of [
    'replies',
    'agents',
    'agent_upvotes',
    'agent_figures',
    'agent_failures',
    'agent_first_words',
    'agent_people',
    'owner_people',
  ])
    await db.execute(sql`vacuum (analyze) ${sql.identifier(table)}`)
  const found = await db
    .select({ id: agents.id })
    .from(agents)
    .where(eq(agents.owner, owner))
    .orderBy(agents.id)
  return found.map(({ id }) => id)
}
