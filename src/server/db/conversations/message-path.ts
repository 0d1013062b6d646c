import { type SQL, sql } from 'drizzle-orm'
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
