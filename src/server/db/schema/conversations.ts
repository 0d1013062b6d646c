import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytea, time } from './columns.ts'
import { moderation } from './moderation.ts'
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
    /** The model that its owner chose for it; null for the agent's. */
    modelRef: text('model_ref'),
    /** The last message of the path that is shown. */
    activeLeaf: uuid('active_leaf').notNull(),
    lastMessage: integer('last_message').notNull(),
    /** How often words were deleted: what was made of them meanwhile must not be stored. */
    erasures: integer('erasures').notNull().default(0),
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
    /** How many messages precede it on its path. A trigger sets it and the branch; see migration 0027. */
    depth: integer('depth').notNull().default(0),
    /**
     * A message that is the first to follow its parent goes on with the parent's branch; any other begins one, which has
     * its id. So a path is a few ranges of `(branch, depth)`; see `message-path.ts`.
     */
    branch: uuid('branch').notNull().default(sql`gen_random_uuid()`),
    number: integer('number').notNull(),
    /** The id under which another program sent a question, where its protocol has one (A2A's `messageId`). */
    sentAs: text('sent_as'),
    role: text('role', { enum: ['user', 'assistant'] }).notNull(),
    /** Empty for a running reply, whose text is in `running_turns` until it ends. */
    content: text('content').notNull(),
    /** The model's reasoning, and all parts in order; see `stored-parts.ts`. */
    reasoning: text('reasoning').notNull().default(''),
    parts: parts(),
    /** Null for a question. */
    state: text('state', { enum: ['running', 'waiting', 'finished', 'stopped', 'interrupted', 'failed'] }),
    cutShort: boolean('cut_short').notNull().default(false),
    forgotten: integer('forgotten').notNull().default(0),
    /** Of a reply: the request id under which a failure is logged. */
    requestId: text('request_id'),
    /** Its words were deleted for good. */
    erased: boolean('erased').notNull().default(false),
    createdAt: time('created_at').notNull(),
    repliedAt: time('replied_at'),
    /** When its end was stored. Null as well for what was copied or imported, and for replies of earlier versions. */
    endedAt: time('ended_at'),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.id] }),
    uniqueIndex('messages_number').on(table.conversationId, table.number),
    // Two that follow the same message at the same time can't both go on with its branch.
    uniqueIndex('messages_branch').on(table.conversationId, table.branch, table.depth),
    index('messages_parent').on(table.conversationId, table.parentId),
    index('messages_waiting').on(table.conversationId, table.id).where(sql`state = 'waiting'`),
    check('messages_role', sql`(${table.role} = 'user') = (${table.state} is null)`),
  ],
)

/** What was said up to a message, in short; `shared/chat/stories.ts`. */
export const stories = pgTable(
  'stories',
  {
    id: uuid('id').primaryKey(),
    conversationId: uuid('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    /** The last message that it tells. */
    through: uuid('through').notNull(),
    text: text('text').notNull(),
    by: text('by', { enum: ['model', 'person'] }).notNull(),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (table) => [uniqueIndex('stories_through').on(table.conversationId, table.through)],
)

/**
 * The index by which words of a long conversation are found again, in blocks of 64 message numbers: for each word of a
 * block the messages that have it. A block is written once all of its messages have ended, and anew after a deletion.
 */
export const recallBlocks = pgTable(
  'recall_blocks',
  {
    conversationId: uuid('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    block: integer('block').notNull(),
    /** Words of each message, two bytes each, from the block's first number on. */
    lengths: bytea('lengths').notNull(),
  },
  (table) => [primaryKey({ columns: [table.conversationId, table.block] })],
)

export const recallWords = pgTable(
  'recall_words',
  {
    conversationId: uuid('conversation_id').notNull(),
    word: text('word').notNull(),
    block: integer('block').notNull(),
    /** For each message its number in the block and how often it has the word, as bytes. */
    postings: bytea('postings').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.word, table.block] }),
    index('recall_words_block').on(table.conversationId, table.block),
    foreignKey({
      name: 'recall_words_of_block',
      columns: [table.conversationId, table.block],
      foreignColumns: [recallBlocks.conversationId, recallBlocks.block],
    }).onDelete('cascade'),
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
    moderation: moderation(),
  },
  // Sharing the same path again yields the same copy.
  (table) => [uniqueIndex('shared_copies_path').on(table.conversationId, table.leaf)],
)
