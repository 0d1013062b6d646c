import { sql } from 'drizzle-orm'
import type { Db } from '../src/server/db/connect/connect.ts'

const BATCH = 10_000

/** Ordinary words, and the two frequent ones that the measurements search for. */
const words =
  'neural quantum agent pattern lattice signal cipher memory theory market writer coach analyst garden ocean river music history travel recipe budget review code design test proof logic poem story legal health sport chess film space energy climate soil'.split(
    ' ',
  )

/** Terms with a known frequency; `old` occurs only in the thousand oldest agents, `rare` in three across all. */
export const terms = { common: 'quantum', rare: 'Zephyrine', old: 'obsidian', rarePair: 'yr', rareMark: '§' }

/**
 * Creates agents one minute apart, oldest first, each with a name of two words and a description of 25, the same in
 * every run.
 */
export async function loadAgents(db: Db, count: number): Promise<void> {
  await db.execute(
    sql.raw(`
    create function word(agent int, place int) returns text language sql immutable
    return (array[${words.map((word) => `'${word}'`).join(', ')}])
      [1 + abs(hashint8(agent::bigint * 64 + place)::bigint) % ${words.length}]`),
  )
  for (let from = 1; from <= count; from += BATCH) {
    const to = Math.min(count, from + BATCH - 1)
    await db.execute(sql`
      insert into agents (id, name, description, image_url, personality, capabilities, knowledge_domains, owner,
        category, is_public, visibility_enabled, upvotes, created_at, handle, rising, talked)
      select overlay(overlay(md5('agent ' || n) placing '4' from 13) placing '8' from 17)::uuid,
        initcap(word(n, 1) || ' ' || word(n, 2)) || ' ' || n,
        (select string_agg(word(n, k), ' ') from generate_series(3, 27) k)
          || case when n % ${Math.ceil(count / 3)}::int = 7 then ${` ${terms.rare} ${terms.rareMark}`}::text else '' end
          || case when n <= 1000 then ${` ${terms.old}`}::text else '' end,
        '/images/default.webp', 'You are number ' || n || '.', array[word(n, 28), word(n, 29), word(n, 30)],
        array[word(n, 31)], md5('owner ' || n % 5000), (array['neural', 'security', 'quantum', 'synthetic'])[1 + n % 4],
        n % 20 <> 0, n % 33 <> 0, n % 7, timestamptz '2020-01-01' + n * interval '1 minute',
        'agent-' || n,
        -- People have talked with one of ten.
        case when n % 10 = 0 then 2900 + hashint8(n)::float8 / 1e9 else 0 end,
        case when n % 10 = 0 then 360 + hashint8(n + 7)::float8 / 1e9 else 0 end
      from generate_series(${from}::int, ${to}::int) n`)
  }
  await db.execute(sql`drop function word`)
  // An agent without a handle is given one by a server's first sweep, which changes its row.
  await db.execute(
    sql`insert into agent_handles (handle, agent_id) select handle, id from agents where handle is not null`,
  )
  await db.execute(sql`vacuum (analyze) agents`)
}
