import type { Sql } from 'postgres'
import type { ReplyPlace, RunningTable } from './running-replies.ts'

/** The newest sign of life that a server gave for a reply. */
export interface Beat extends ReplyPlace {
  server: string
  /** Can only be compared: another one is a newer one. */
  beat: string
}

export async function listBeats(sql: Sql, table: RunningTable): Promise<Beat[]> {
  return sql<Beat[]>`
    select conversation_id as "conversationId", reply_id as "replyId", server, beat_at::text as beat
    from ${sql(table)}`
}

/** A reply that nobody receives any more; `words` are what is known of it besides what is stored. */
export type DeadReply = Beat & { words: string }

/**
 * The part of a statement that takes out what nobody receives any more, with all that is known of its words; what showed
 * life since is left alone.
 */
export function takeOutDead(sql: Sql, table: RunningTable, dead: readonly DeadReply[]) {
  return sql`
    delete from ${sql(table)} running
    using unnest(
      ${dead.map(({ conversationId }) => conversationId)}::uuid[],
      ${dead.map(({ replyId }) => replyId)}::uuid[], ${dead.map(({ beat }) => beat)}::text[],
      ${dead.map(({ words }) => words)}::text[]
    ) as dead (conversation_id, reply_id, beat, words)
    where running.conversation_id = dead.conversation_id and running.reply_id = dead.reply_id
      and running.beat_at::text = dead.beat
    returning running.conversation_id, running.reply_id, running.stop_wanted, running.replied_at,
      case when length(dead.words) > length(running.words) then dead.words else running.words end as words`
}

/**
 * Ends replies that nobody receives any more with all that is known of their words: stopped where somebody wanted that,
 * else interrupted. One that showed life since is left alone.
 * @returns the ids of those that were ended
 */
export async function closeDead(sql: Sql, dead: readonly DeadReply[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    with gone as (${takeOutDead(sql, 'running_replies', dead)})
    update messages reply set
      content = gone.words,
      state = case when gone.stop_wanted then 'stopped' else 'interrupted' end,
      replied_at = case when gone.words <> '' then coalesce(gone.replied_at, clock_timestamp()) end
    from gone where reply.conversation_id = gone.conversation_id and reply.id = gone.reply_id
    returning reply.id`
  return rows.map(({ id }) => id)
}
