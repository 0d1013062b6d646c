import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../connect/connect.ts'
import { messages } from '../schema/conversations.ts'

// Each parent is looked up by key: with a plain join, a long conversation would be searched again for every step. A
// parent has a lower number than its child, which ends the walk even if rows are damaged.
export const pathUp = (conversationId: SQL | string, leaf: SQL | string): SQL => sql`up as (
      select * from ${messages} where conversation_id = ${conversationId} and id = ${leaf}
      union all
      select parent.* from up cross join lateral (
        select * from ${messages}
        where conversation_id = up.conversation_id and id = up.parent_id and number < up.number offset 0
      ) parent
    )`

/** More branches than this are passed on no path that a person made; it ends the search even if rows are damaged. */
const MOST_BRANCHES = 2_000

/**
 * The rows `(branch, depth)` that a path consists of: each branch up to that depth, in parentheses, to be selected from.
 * A branch is entered at its first message, which has its id, so that a long path takes no more than its branches.
 */
export const pathRanges = (conversationId: SQL | string, leaf: SQL | string): SQL => sql`(
      with recursive ranges as (
        select branch, depth, 1 as step from ${messages} where conversation_id = ${conversationId} and id = ${leaf}
        union all
        select parent.branch, parent.depth, ranges.step + 1 from ranges
        cross join lateral (
          select parent_id from ${messages}
          where conversation_id = ${conversationId} and id = ranges.branch and ranges.step < ${sql.raw(`${MOST_BRANCHES}`)} offset 0
        ) first
        cross join lateral (
          select branch, depth from ${messages}
          where conversation_id = ${conversationId} and id = first.parent_id offset 0
        ) parent
      )
      select branch, depth from ranges)`

/**
 * The rows of `pathRanges` that the first three messages of a path lie in. Where nothing was asked or answered twice at
 * the beginning, all paths begin with the same three: then it takes nothing that grows with the branches.
 */
export const pathStart = (conversationId: SQL | string, leaf: SQL | string): SQL => sql`(
      with recursive heads as (
        (select id, branch, 0 as depth from ${messages}
        where conversation_id = ${conversationId} and parent_id is null limit 2)
        union all
        select next.id, next.branch, heads.depth + 1 from heads
        cross join lateral (
          select id, branch from ${messages}
          where conversation_id = ${conversationId} and parent_id = heads.id and heads.depth < 2 limit 2
        ) next
      ),
      same as (
        select (array_agg(branch))[1] as branch from heads having count(*) = 3 and count(distinct depth) = 3
      )
      select branch, 2 as depth from same
      union all
      (select branch, depth from ${pathRanges(conversationId, leaf)} ranges
      where not exists (select from same) order by depth limit 3))`

/** So many messages at once are more than the planner has to know of. */
const MANY_MESSAGES = 500

/**
 * To be called when messages were stored at once: the plans of the statements that look them up are kept from when there
 * were few, and would look through all of a conversation for each. Knowing of them makes PostgreSQL plan anew.
 */
export async function analyzeMessages(db: Db, stored: number): Promise<void> {
  if (stored >= MANY_MESSAGES) await db.execute(sql`analyze ${messages}`)
}
