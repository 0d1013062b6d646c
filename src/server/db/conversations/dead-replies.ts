import type { Sql } from 'postgres'
import type { ReplyPlace, RunningTable } from './running-replies.ts'
import type { StoredParts } from './stored-parts.ts'

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

/** A reply that nobody receives any more, with what is known of it besides what is stored. */
export type DeadReply = Beat & StoredParts

/**
 * The part of a statement that takes out what nobody receives any more, with all that is known of its parts; what showed
 * life since is left alone.
 */
export function takeOutDead(sql: Sql, table: RunningTable, dead: readonly DeadReply[]) {
  // One is always the beginning of the other.
  const isFurther = sql`
    length(dead.words) + length(dead.reasoning) > length(running.words) + length(running.reasoning)`
  return sql`
    delete from ${sql(table)} running
    using unnest(
      ${dead.map(({ conversationId }) => conversationId)}::uuid[],
      ${dead.map(({ replyId }) => replyId)}::uuid[], ${dead.map(({ beat }) => beat)}::text[],
      ${dead.map(({ content }) => content)}::text[], ${dead.map(({ reasoning }) => reasoning)}::text[],
      ${dead.map(({ parts }) => parts && JSON.stringify(parts))}::text[]
    ) as dead (conversation_id, reply_id, beat, words, reasoning, parts)
    where running.conversation_id = dead.conversation_id and running.reply_id = dead.reply_id
      and running.beat_at::text = dead.beat
    returning running.conversation_id, running.reply_id, running.stop_wanted, running.replied_at,
      case when ${isFurther} then dead.words else running.words end as words,
      case when ${isFurther} then dead.reasoning else running.reasoning end as reasoning,
      case when ${isFurther} then dead.parts::jsonb else running.parts end as parts`
}

/**
 * Ends replies that nobody receives any more with all that is known of their parts: stopped where somebody wanted that,
 * else interrupted. One that showed life since is left alone.
 * @returns the ids of those that were ended
 */
export async function closeDead(sql: Sql, dead: readonly DeadReply[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    with gone as (${takeOutDead(sql, 'running_replies', dead)})
    update messages reply set
      content = gone.words, reasoning = gone.reasoning, parts = gone.parts,
      state = case when gone.stop_wanted then 'stopped' else 'interrupted' end,
      replied_at = case when gone.words <> '' then coalesce(gone.replied_at, clock_timestamp()) end
    from gone where reply.conversation_id = gone.conversation_id and reply.id = gone.reply_id
    returning reply.id`
  return rows.map(({ id }) => id)
}
