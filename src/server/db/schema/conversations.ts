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
import { parts } from './part-columns.ts'

/** Each is visible to its owner only. A visitor's conversations stay in the browser (decision 19). */
export const conversations = pgTable(
  'conversations',
  {
    id: uuid('id').primaryKey(),
    owner: text('owner').notNull(),
    /** Not a foreign key: the conversation stays when the agent is removed. */
    agentId: uuid('agent_id').notNull(),
    /** The API key that began it, which may go on with it; not a foreign key, since the conversation outlives the key. */
    apiKeyId: uuid('api_key_id'),
    /** The agent's name when the conversation began, used when the agent is no longer visible. */
    agentName: text('agent_name').notNull(),
    title: text('title').notNull(),
    /** The last message of the path that is shown. */
    activeLeaf: uuid('active_leaf').notNull(),
    lastMessage: integer('last_message').notNull(),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
    deletedAt: time('deleted_at'),
  },
  (table) => [
    index('conversations_owner_used')
      .on(table.owner, table.updatedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`deleted_at is null`),
    index('conversations_deleted').on(table.deletedAt).where(sql`deleted_at is not null`),
  ],
)

/** The questions and replies of a conversation. They form a tree, in which each row refers to its parent. */
export const messages = pgTable(
  'messages',
  {
    conversationId: uuid('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    /** Chosen by the client, so that a repeated request stores nothing twice. */
    id: uuid('id').notNull(),
    parentId: uuid('parent_id'),
    number: integer('number').notNull(),
    role: text('role', { enum: ['user', 'assistant'] }).notNull(),
    /** Empty for a running reply, whose text is in `running_turns` until it ends. */
    content: text('content').notNull(),
    /** The model's reasoning, and all parts in order; see `stored-parts.ts`. */
    reasoning: text('reasoning').notNull().default(''),
    parts: parts(),
    /** Null for a question. */
    state: text('state', { enum: ['running', 'finished', 'stopped', 'interrupted', 'failed'] }),
    cutShort: boolean('cut_short').notNull().default(false),
    forgotten: integer('forgotten').notNull().default(0),
    /** Of a reply: the request id under which a failure is logged. */
    requestId: text('request_id'),
    createdAt: time('created_at').notNull(),
    repliedAt: time('replied_at'),
    /** When its end was stored. Null as well for what was copied or imported, and for replies of earlier versions. */
    endedAt: time('ended_at'),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.id] }),
    uniqueIndex('messages_number').on(table.conversationId, table.number),
    check('messages_role', sql`(${table.role} = 'user') = (${table.state} is null)`),
  ],
)

/** The path to one message, under an address that can't be guessed. Messages don't change, so they are not copied. */
export const sharedCopies = pgTable(
  'shared_copies',
  {
    id: uuid('id').primaryKey(),
    conversationId: uuid('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    leaf: uuid('leaf').notNull(),
    title: text('title').notNull(),
    sharedAt: time('shared_at').notNull(),
  },
  // Sharing the same path again yields the same copy.
  (table) => [uniqueIndex('shared_copies_path').on(table.conversationId, table.leaf)],
)
