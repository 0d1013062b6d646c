import { type SQL, sql } from 'drizzle-orm'
import type { Db } from './connect/connect.ts'

/** The most messages in realms that are looked at for one wallet, which bounds what measuring costs. */
const MOST_MESSAGES = 1_000_000

/** @param undoable what was deleted after this moment can be brought back, and counts */
export function countAgents(db: Db, owner: string, undoable: Date): Promise<number> {
  return one(db, sql`select count(*) from agents where owner = ${owner} and ${there('agents', undoable)}`)
}

export function countRealms(db: Db, creator: string, undoable: Date): Promise<number> {
  return one(
    db,
    sql`select count(*) from realms where created_by = ${creator} and ${there('realms', undoable)}`,
  )
}

/** Two questions, as each has an index of its own. */
export function countConversations(db: Db, owner: string, undoable: Date): Promise<number> {
  return one(
    db,
    sql`select (select count(*) from conversations where owner = ${owner} and deleted_at is null)
      + (select count(*) from conversations where owner = ${owner} and deleted_at > ${time(undoable)})`,
  )
}

/** What a wallet uploaded, in bytes as they are stored. */
export function measurePictures(db: Db, wallet: string): Promise<number> {
  return one(
    db,
    sql`select coalesce(sum(octet_length(images.bytes)), 0)
      from image_uploads join images on images.hash = image_uploads.hash where image_uploads.wallet = ${wallet}`,
  )
}

/**
 * What a wallet keeps of words, in bytes: its agents with their versions, its conversations with the replies in them, its
 * briefs and runs, and what it said in realms. Lengths of texts are known without reading them.
 */
export function measureWords(db: Db, wallet: string, undoable: Date): Promise<number> {
  const agentText = sql.raw(
    'octet_length(a.name) + octet_length(a.description) + octet_length(a.personality)',
  )
  return one(
    db,
    sql`select
      (select coalesce(sum(${agentText}), 0) from agents a where owner = ${wallet} and ${there('a', undoable)})
      + (select coalesce(sum(${agentText}), 0)
          from agents own join agent_versions a on a.agent_id = own.id
          where own.owner = ${wallet} and ${there('own', undoable)})
      + (select coalesce(sum(octet_length(m.content) + octet_length(m.reasoning)), 0)
          from conversations c join messages m on m.conversation_id = c.id
          where c.owner = ${wallet} and ${there('c', undoable)})
      + (select coalesce(sum(octet_length(topic) + octet_length(source) + pg_column_size(drafts)), 0)
          from social_briefs b where owner = ${wallet} and ${there('b', undoable)})
      + (select coalesce(sum(pg_column_size(phases)), 0) from swarm_runs r where owner = ${wallet} and ${there('r', undoable)})
      + (select coalesce(sum(octet_length(t.content)), 0)
          from swarm_runs r join swarm_turns t on t.run_id = r.id where r.owner = ${wallet} and ${there('r', undoable)})
      + (select coalesce(sum(bytes), 0) from (
          select octet_length(m.content) as bytes
          from realm_messages m join realms r on r.id = m.realm_id
          where m.author = ${wallet} and m.kind = 'said' and ${there('r', undoable)} limit ${MOST_MESSAGES}
        ) said)`,
  )
}

function there(table: string, undoable: Date): SQL {
  const deleted = sql.raw(`${table}.deleted_at`)
  return sql`(${deleted} is null or ${deleted} > ${time(undoable)})`
}

function time(moment: Date): SQL {
  return sql`${moment.toISOString()}::timestamptz`
}

async function one(db: Db, question: SQL): Promise<number> {
  const [row] = await db.execute<{ amount: string }>(sql`select (${question})::text as amount`)
  return Number(row?.amount ?? 0)
}
