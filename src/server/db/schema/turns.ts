import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { time } from './columns.ts'
import { conversations } from './conversations.ts'
import { parts } from './part-columns.ts'
import { realms } from './realms.ts'
import { swarmRuns } from './swarm.ts'

/** Of a conversation, a realm or a run, with which a row goes. */
export const scopeColumns = () => ({
  conversationId: uuid('conversation_id').references(() => conversations.id, { onDelete: 'cascade' }),
  realmId: uuid('realm_id').references(() => realms.id, { onDelete: 'cascade' }),
  runId: uuid('run_id').references(() => swarmRuns.id, { onDelete: 'cascade' }),
  scope: text('scope', { enum: ['conversation', 'realm', 'run'] })
    .notNull()
    .generatedAlwaysAs(
      sql`case when conversation_id is not null then 'conversation' when realm_id is not null then 'realm' else 'run' end`,
    ),
  scopeId: uuid('scope_id').notNull().generatedAlwaysAs(sql`coalesce(conversation_id, realm_id, run_id)`),
  replyId: uuid('reply_id').notNull(),
})

/** Turns that a server is receiving. The statement that ends a turn deletes its row: of two, the one that deletes it wins. */
export const runningTurns = pgTable(
  'running_turns',
  {
    ...scopeColumns(),
    server: uuid('server').notNull(),
    words: text('words').notNull().default(''),
    reasoning: text('reasoning').notNull().default(''),
    parts: parts(),
    revision: integer('revision').notNull().default(0),
    repliedAt: time('replied_at'),
    /** Set by another server that can't reach the receiving one directly. */
    stopWanted: boolean('stop_wanted').notNull().default(false),
    /** The server's last heartbeat for this turn, by the clock of the database. */
    beatAt: time('beat_at').notNull().defaultNow(),
  },
  // No index on columns that heartbeats change, so that they rewrite only the row.
  (table) => [
    primaryKey({ columns: [table.scope, table.scopeId, table.replyId] }),
    check(
      'running_turns_place',
      sql`num_nonnulls(${table.conversationId}, ${table.realmId}, ${table.runId}) = 1`,
    ),
    // At most one in a conversation. These are also what removing a conversation, a realm or a run looks for.
    uniqueIndex('running_turns_conversation')
      .on(table.conversationId)
      .where(sql`conversation_id is not null`),
    index('running_turns_realm').on(table.realmId).where(sql`realm_id is not null`),
    index('running_turns_run').on(table.runId).where(sql`run_id is not null`),
  ],
)
