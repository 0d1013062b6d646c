import { sql } from 'drizzle-orm'
import type { Database } from '../../src/server/db/connect/connect.ts'
import { type Load, loadWithoutIndexes } from './load-without-indexes.ts'
import { pieceOf, withSpokenPieces } from './spoken-pieces.ts'

const BATCH = 50_000
const DESCRIPTION = 180

/**
 * Terms by which agents are searched. `everywhere` is in most descriptions; three agents have `rare`, the thousand oldest
 * `old`, a hundredth of all, the oldest, `faded`, and at all times one of so many has each of `sometimes`, and a thousand
 * one of the `scripts`.
 */
export const agentTerms = {
  everywhere: 'agent',
  rare: 'Zephyrine',
  rarePair: 'ßð',
  rareMark: '§',
  old: 'obsidiana',
  faded: 'feldspatico',
  sometimes: { 100: 'mesopelagica', 300: 'bathyalyte', 1000: 'crepuscolo' },
  scripts: ['квантовая', '量子計算', '양자컴퓨터', 'المحيط'],
}

/** Stores so many agents, a second apart, oldest first, the same in every run. */
export async function loadManyAgents(database: Database, count: number): Promise<Load> {
  const { scripts, rare, rarePair, rareMark, old, faded, sometimes } = agentTerms
  const range = (from: number, to: number) => sql`
    insert into agents (id, name, description, image_url, personality, capabilities, knowledge_domains, owner, category,
      is_public, visibility_enabled, upvotes, created_at, handle, rising, talked)
    select md5('agent ' || n)::uuid, 'Agent ' || n,
      words
        || case when n % ${Math.ceil(count / 3)}::bigint = 7 then ${` ${rare} ${rarePair} ${rareMark}`}::text else '' end
        || case when n <= 1000 then ${` ${old}`}::text else '' end
        || case when n <= ${Math.floor(count / 100)}::bigint then ${` ${faded}`}::text else '' end
        ${sql.join(Object.entries(sometimes).map(([every, term]) => sql`|| case when hashint8(n + 11) % ${Number(every)}::int = 0 then ${` ${term}`}::text else '' end`))}
        || case when n % ${Math.ceil(count / 1000)}::bigint = 3
          then ' ' || (${sql.param(scripts)}::text[])[1 + n % ${scripts.length}::int] else '' end,
      '/images/default.webp', 'You are number ' || n || '.', array[split_part(words, ' ', 3), split_part(words, ' ', 5)],
      array['music'], md5('owner ' || n % 5000), (array['neural', 'security', 'quantum', 'synthetic'])[1 + n % 4],
      n % 20 <> 0 or n <= 1000, true, 0, timestamptz '2020-01-01' + n * interval '1 second', 'agent-' || n,
      -- People have talked with one of ten.
      case when n % 10 = 0 then 2900 + hashint8(n)::float8 / 1e9 else 0 end,
      case when n % 10 = 0 then 360 + hashint8(n + 7)::float8 / 1e9 else 0 end
    from generate_series(${from}::bigint, ${to}::bigint) n join spoken on ${pieceOf('n')}`
  const load = await withSpokenPieces(database.db, DESCRIPTION, () =>
    loadWithoutIndexes(database, { table: 'agents', count, batch: BATCH }, range),
  )
  // An agent without a handle is given one by a server's first sweep, which changes its row.
  await loadWithoutIndexes(
    database,
    { table: 'agent_handles', count, batch: BATCH },
    (from, to) => sql`
      insert into agent_handles (handle, agent_id)
      select 'agent-' || n, md5('agent ' || n)::uuid from generate_series(${from}::bigint, ${to}::bigint) n`,
  )
  return load
}
