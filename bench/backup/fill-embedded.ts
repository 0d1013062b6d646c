import { applyMigrations } from '../../src/server/db/backup/apply-migrations.ts'
import { openEmbeddedTarget } from '../../src/server/db/backup/embedded-target.ts'
import { knownMigrations } from '../../src/server/db/backup/read-schema.ts'
import { setAside } from '../../src/server/db/backup/set-aside.ts'

const BATCH = 50_000

const MESSAGES_EACH = 100

/** Twenty-five words of a description or an answer, the same in every run, which compress as text does. */
const wordsOf = (seed: string) =>
  `(select string_agg((array['neural','quantum','agent','pattern','lattice','signal','cipher','memory','theory','market',
    'writer','coach','garden','river','music','history','travel','recipe','budget','review','code','design','poem'])
    [1 + abs(hashint8(${seed}::bigint * 64 + k)::bigint) % 23], ' ') from generate_series(1, 25) k)`

const idOf = (seed: string) => `overlay(overlay(md5(${seed}) placing '4' from 13) placing '8' from 17)::uuid`

/** Without secondary indexes, which a backup does not read and which would take most of the time to make. */
export async function fillEmbedded(dataDir: string, agents: number, messages: number): Promise<void> {
  const target = await openEmbeddedTarget(dataDir)
  try {
    await applyMigrations(target, knownMigrations())
    await target.transaction(() => setAside(target))
    for (let from = 1; from <= agents; from += BATCH) {
      await target.query(`
        insert into agents (id, name, description, image_url, personality, capabilities, knowledge_domains, owner,
          category, is_public, visibility_enabled, upvotes, created_at, rising, talked)
        select ${idOf("'agent ' || n")}, 'Agent ' || n, ${wordsOf('n')}, '/images/default.webp', 'You are number ' || n,
          array['one', 'two'], array['three'], md5('owner ' || n % 5000), 'neural', true, true, 0,
          timestamptz '2020-01-01' + n * interval '1 minute', 0, 0
        from generate_series(${from}, ${Math.min(agents, from + BATCH - 1)}) n`)
      await target.wrote(64 * 1024 * 1024)
    }
    await target.query(`
      insert into conversations (id, owner, agent_id, agent_name, title, active_leaf, last_message, created_at, updated_at)
      select ${idOf("'talk ' || n")}, md5('owner ' || n % 5000), ${idOf("'agent ' || n")}, 'Agent ' || n, 'A talk',
        ${idOf(`'message ' || n * ${MESSAGES_EACH}`)}, ${MESSAGES_EACH}, now(), now()
      from generate_series(1, ${messages / MESSAGES_EACH}) n`)
    for (let from = 0; from < messages; from += BATCH) {
      await target.query(`
        insert into messages (conversation_id, id, parent_id, number, role, content, state, created_at, replied_at, depth)
        select ${idOf(`'talk ' || 1 + n / ${MESSAGES_EACH}`)}, ${idOf("'message ' || n")},
          case when n % ${MESSAGES_EACH} > 0 then ${idOf("'message ' || n - 1")} end, 1 + n % ${MESSAGES_EACH},
          case when n % 2 = 0 then 'user' else 'assistant' end, ${wordsOf('n')},
          case when n % 2 = 1 then 'finished' end, now(), case when n % 2 = 1 then now() end, 1 + n % ${MESSAGES_EACH}
        from generate_series(${from}, ${Math.min(messages, from + BATCH) - 1}) n`)
      await target.wrote(64 * 1024 * 1024)
    }
  } finally {
    await target.close()
  }
}
