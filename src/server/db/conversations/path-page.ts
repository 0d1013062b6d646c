import { type SQL, sql } from 'drizzle-orm'
import { messages } from '../schema/conversations.ts'

/**
 * `ranges`: where the newest messages of a path are, as a row for each branch with the highest depth of the path on it.
 * Reading them costs what they are, however much is before them.
 * @param most how many messages are wanted; `lowest` is the depth of the first of them
 */
export const pageRanges = (
  conversationId: SQL | string,
  leaf: SQL | string,
  most: number,
): SQL => sql`ranges as (
      select branch, depth, greatest(depth + 1 - ${most}::int, 0) as lowest
      from ${messages} where conversation_id = ${conversationId} and id = ${leaf}
      union all
      select before.branch, before.depth, ranges.lowest from ranges cross join lateral (
        select parent.branch, parent.depth from ${messages} as first
        join ${messages} as parent on parent.conversation_id = first.conversation_id and parent.id = first.parent_id
        where first.conversation_id = ${conversationId} and first.id = ranges.branch
          and first.depth > ranges.lowest and parent.depth < ranges.depth offset 0
      ) before
    )`
