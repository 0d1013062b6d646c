import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { PartShape } from '../turns/stored-parts.ts'
import { time } from './columns.ts'

/** Stored conversations (decision 19 keeps a visitor's in the page). Each is its owner's alone. */
export const conversations = pgTable(
  'conversations',
  {
    id: uuid('id').primaryKey(),
    owner: text('owner').notNull(),
    /** No reference: what was said stays when the agent goes. */
    agentId: uuid('agent_id').notNull(),
    /** As the agent was called at the beginning, for when it can no longer be seen. */
    agentName: text('agent_name').notNull(),
    title: text('title').notNull(),
    /** The end of the path that is shown. */
    activeLeaf: uuid('active_leaf').notNull(),
    /** The number of its newest message. */
    lastMessage: integer('last_message').notNull(),
    createdAt: time('created_at').notNull(),
    /** When it was last asked something. */
    updatedAt: time('updated_at').notNull(),
    /** Set while a deletion can still be undone; a sweep removes the row afterwards. */
    deletedAt: time('deleted_at'),
  },
  (table) => [
    index('conversations_owner_used')
      .on(table.owner, table.updatedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`deleted_at is null`),
    index('conversations_deleted').on(table.deletedAt).where(sql`deleted_at is not null`),
  ],
)

/** Questions and replies of a conversation: a tree, each row with its parent. */
export const messages = pgTable(
  'messages',
  {
    conversationId: uuid('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    /** Made by who asked, so that asking again stores nothing twice. */
    id: uuid('id').notNull(),
    parentId: uuid('parent_id'),
    number: integer('number').notNull(),
    role: text('role', { enum: ['user', 'assistant'] }).notNull(),
    /** Of a running reply it is empty; its words are in `running_replies` until it ends. */
    content: text('content').notNull(),
    /** What the model thought, and the order of what was thought and said; see `stored-parts.ts`. */
    reasoning: text('reasoning').notNull().default(''),
    parts: jsonb('parts').$type<PartShape[]>(),
    /** Null for a question. */
    state: text('state', { enum: ['running', 'finished', 'stopped', 'interrupted', 'failed'] }),
    cutShort: boolean('cut_short').notNull().default(false),
    forgotten: integer('forgotten').notNull().default(0),
    /** Of a reply: under which its failure is in the log. */
    requestId: text('request_id'),
    createdAt: time('created_at').notNull(),
    repliedAt: time('replied_at'),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.id] }),
    uniqueIndex('messages_number').on(table.conversationId, table.number),
    check('messages_role', sql`(${table.role} = 'user') = (${table.state} is null)`),
  ],
)

/**
 * Replies that a server is receiving, one a conversation at most. The row goes with the reply's end, in the same
 * statement; of two that would end it, the one who takes out the row does.
 */
export const runningReplies = pgTable(
  'running_replies',
  {
    conversationId: uuid('conversation_id')
      .primaryKey()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    replyId: uuid('reply_id').notNull(),
    /** The server that receives it. */
    server: uuid('server').notNull(),
    /** What was stored of it so far. */
    words: text('words').notNull().default(''),
    reasoning: text('reasoning').notNull().default(''),
    parts: jsonb('parts').$type<PartShape[]>(),
    repliedAt: time('replied_at'),
    /** Asked of the server that receives it, by one that can't tell it otherwise. */
    stopWanted: boolean('stop_wanted').notNull().default(false),
    /** By the clock of the database: the last sign of life of the server for this reply. */
    beatAt: time('beat_at').notNull().defaultNow(),
  },
  // No index on what beats change, so that they rewrite nothing but the row.
)
