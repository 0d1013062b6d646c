import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { textFields } from '../../../shared/agents/agent-fields.ts'
import type { Db } from '../connect/connect.ts'
import { measureSourcesOf } from '../knowledge/measure-sources.ts'
import { prepared, rows } from '../rows.ts'
import { agents } from '../schema/agents.ts'

/** The maximum number of realm messages that are measured for one wallet. It bounds the cost. */
const MOST_MESSAGES = 1_000_000

const PERSONA_SIZE = `pg_column_size(p.persona) + coalesce(pg_column_size(p.lorebook), 0) + coalesce(pg_column_size(p.card), 0)
  + (select coalesce(sum(coalesce(f.file_bytes, octet_length(f.content))), 0) from card_files f where f.agent_id = p.agent_id)`

const amountRow = z.object({ amount: z.number() })

const amountOf = (question: SQL) => sql`select (${question})::float8 as amount`

async function one(db: Db, question: SQL): Promise<number> {
  const [row] = await rows(db, amountRow, amountOf(question))
  return row?.amount ?? 0
}

/** Like `one`, for a wallet, with a plan that is kept. */
function preparedMeasure(
  name: string,
  question: (values: Record<'wallet' | 'undoable', Placeholder>) => SQL,
): (db: Db, wallet: string, undoable: Date) => Promise<number> {
  const measure = prepared(name, amountRow, ['wallet', 'undoable'], (values) => amountOf(question(values)))
  return async (db, wallet, undoable) => {
    const [row] = await measure(db, { wallet, undoable: undoable.toISOString() })
    return row?.amount ?? 0
  }
}

/** @param undoable what was deleted after this time can be restored and still counts */
export function countAgents(db: Db, owner: string, undoable: Date): Promise<number> {
  return one(
    db,
    sql`select count(*) from agents where owner = ${owner} and ${there('agents', undoable.toISOString())}`,
  )
}

export function countRealms(db: Db, creator: string, undoable: Date): Promise<number> {
  return one(
    db,
    sql`select count(*) from realms where created_by = ${creator} and ${there('realms', undoable.toISOString())}`,
  )
}

/** Uses two subqueries, because each has an index of its own. Prepared, because it precedes questions. */
export const countConversations = preparedMeasure(
  'count_conversations',
  ({ wallet, undoable }) =>
    sql`select (select count(*) from conversations where owner = ${wallet} and deleted_at is null)
      + (select count(*) from conversations where owner = ${wallet} and deleted_at > ${undoable}::timestamptz)`,
)

export function measurePictures(db: Db, wallet: string): Promise<number> {
  return one(
    db,
    sql`select coalesce(sum(coalesce(images.file_bytes, octet_length(images.bytes))), 0)
      from image_uploads join images on images.hash = image_uploads.hash where image_uploads.wallet = ${wallet}`,
  )
}

const AGENT_TEXT = textFields.map((field) => `octet_length(a.${agents[field].name})`).join(' + ')
const VERSION_TEXT = `${AGENT_TEXT} + coalesce(pg_column_size(a.replaced_persona), 0)`

/** The stored bytes of a wallet's texts, known without reading them. Prepared: planning it takes longer than running it. */
export const measureWords = preparedMeasure('measure_words', ({ wallet, undoable }) => {
  const agentText = sql.raw(AGENT_TEXT)
  const personaSize = sql.raw(PERSONA_SIZE)
  return sql`select
      (select coalesce(sum(${agentText}), 0) from agents a where owner = ${wallet} and ${there('a', undoable)})
      + (select coalesce(sum(${sql.raw(VERSION_TEXT)}), 0)
          from agents own join agent_versions a on a.agent_id = own.id
          where own.owner = ${wallet} and ${there('own', undoable)})
      + (select coalesce(sum(${personaSize}), 0)
          from agents own join personas p on p.agent_id = own.id
          where own.owner = ${wallet} and ${there('own', undoable)})
      + (select coalesce(sum(pg_column_size(m.manifest)), 0)
          from agents own join agent_manifests m on m.agent_id = own.id
          where own.owner = ${wallet} and ${there('own', undoable)})
      + (select coalesce(sum(octet_length(m.content) + octet_length(m.reasoning) + coalesce(pg_column_size(m.parts), 0)), 0)
          from conversations c join messages m on m.conversation_id = c.id
          where c.owner = ${wallet} and ${there('c', undoable)})
      + (select coalesce(sum(octet_length(s.text)), 0)
          from conversations c join stories s on s.conversation_id = c.id
          where c.owner = ${wallet} and ${there('c', undoable)})
      + (select coalesce(sum(octet_length(f.text) + case when f.history = '[]' then 0 else pg_column_size(f.history) end), 0)
          from facts f where wallet = ${wallet} and ${there('f', undoable)})
      + (select coalesce(sum(octet_length(words)), 0) from agent_ratings where wallet = ${wallet})
      + (select coalesce(sum(octet_length(topic) + octet_length(source) + pg_column_size(drafts)), 0)
          from social_briefs b where owner = ${wallet} and ${there('b', undoable)})
      + (select coalesce(sum(pg_column_size(phases)), 0) from swarm_runs r where owner = ${wallet} and ${there('r', undoable)})
      + (select coalesce(sum(octet_length(t.content)), 0)
          from swarm_runs r join swarm_turns t on t.run_id = r.id where r.owner = ${wallet} and ${there('r', undoable)})
      + (select coalesce(sum(bytes), 0) from (
          select octet_length(m.content) as bytes
          from realm_messages m join realms r on r.id = m.realm_id
          where m.author = ${wallet} and m.kind = 'said' and ${there('r', undoable)} limit ${sql.raw(String(MOST_MESSAGES))}
        ) said)`
})

/** Everything of a wallet that has a quota: counts, and bytes of texts and pictures. */
export async function measureWallet(db: Db, wallet: string, undoable: Date) {
  return {
    agents: await countAgents(db, wallet, undoable),
    realms: await countRealms(db, wallet, undoable),
    conversations: await countConversations(db, wallet, undoable),
    words: await measureWords(db, wallet, undoable),
    pictures: await measurePictures(db, wallet),
    sources: await measureSourcesOf(db, wallet, undoable),
  }
}

/** The stored size of one agent's texts, including its versions and its persona, in bytes. */
export function measureAgent(db: Db, id: string): Promise<number> {
  const text = sql.raw(AGENT_TEXT)
  return one(
    db,
    sql`select (select coalesce(sum(${text}), 0) from agents a where id = ${id})
      + (select coalesce(sum(${sql.raw(VERSION_TEXT)}), 0) from agent_versions a where agent_id = ${id})
      + (select coalesce(sum(${sql.raw(PERSONA_SIZE)}), 0) from personas p where p.agent_id = ${id})
      + (select coalesce(sum(pg_column_size(m.manifest)), 0) from agent_manifests m where m.agent_id = ${id})`,
  )
}

/** @param undoable as ISO 8601 */
function there(table: string, undoable: string | Placeholder): SQL {
  const deleted = sql.raw(`${table}.deleted_at`)
  return sql`(${deleted} is null or ${deleted} > ${undoable}::timestamptz)`
}
