import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

/** Milliseconds, as a JavaScript date has them: a cursor made from a row finds that row again. */
const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })

export const agents = pgTable(
  'agents',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    imageUrl: text('image_url').notNull(),
    personality: text('personality').notNull(),
    capabilities: text('capabilities').array().notNull(),
    knowledgeDomains: text('knowledge_domains').array().notNull(),
    owner: text('owner').notNull(),
    category: text('category', { enum: ['neural', 'security', 'quantum', 'synthetic'] }).notNull(),
    isPublic: boolean('is_public').notNull(),
    visibilityEnabled: boolean('visibility_enabled').notNull(),
    /** How many rows `agent_upvotes` has for it, kept in the same transaction. */
    upvotes: integer('upvotes').notNull().default(0),
    pumpToken: text('pump_token'),
    createdAt: time('created_at').notNull(),
    /** Set while a deletion can still be undone; a sweep removes the row afterwards. */
    deletedAt: time('deleted_at'),
    /** The unit separator, which no search can contain, keeps a match from spanning name and description. */
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(sql`lower(name) || chr(31) || lower(description)`),
  },
  (table) => [
    check('agents_category', sql`${table.category} in ('neural', 'security', 'quantum', 'synthetic')`),
    // NULLS FIRST is what a plain `order by … desc` means; drizzle's bare `.desc()` would write NULLS LAST, which that order can't use.
    index('agents_listed_newest')
      .on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`is_public and visibility_enabled and deleted_at is null`),
    index('agents_listed_category_newest')
      .on(table.category, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`is_public and visibility_enabled and deleted_at is null`),
    index('agents_listed_search')
      .using('gin', sql`search_text gin_trgm_ops`)
      .where(sql`is_public and visibility_enabled and deleted_at is null`),
    // One and two characters have no trigram; the function, which the migration makes, gives all of a text's.
    index('agents_listed_grams')
      .using('gin', sql`search_grams(search_text)`)
      .where(sql`is_public and visibility_enabled and deleted_at is null`),
    index('agents_owner_newest').on(
      table.owner,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('agents_deleted').on(table.deletedAt).where(sql`deleted_at is not null`),
  ],
)

export const agentUpvotes = pgTable(
  'agent_upvotes',
  {
    agentId: uuid('agent_id')
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
    wallet: text('wallet').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.agentId, table.wallet] })],
)

/** Uploaded pictures, addressed by the SHA-256 of the WebP that is served. */
export const images = pgTable('images', {
  hash: text('hash').primaryKey(),
  bytes: bytea('bytes').notNull(),
  createdAt: time('created_at').notNull(),
})

export const realms = pgTable(
  'realms',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    createdBy: text('created_by').notNull(),
    participants: text('participants').array().notNull(),
    createdAt: time('created_at').notNull(),
    /** The number of its newest message; the next one takes the next number in the statement that stores it. */
    lastMessage: bigint('last_message', { mode: 'number' }).notNull().default(0),
  },
  (table) => [index('realms_newest').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())],
)

export const realmMessages = pgTable(
  'realm_messages',
  {
    realmId: uuid('realm_id')
      .notNull()
      .references(() => realms.id, { onDelete: 'cascade' }),
    /** Its place in the realm: 1, 2, 3 and so on, never given twice. */
    number: bigint('number', { mode: 'number' }).notNull(),
    /** Made by who sent it, so that sending again stores nothing twice. */
    id: uuid('id').notNull(),
    author: text('author').notNull(),
    content: text('content').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    // Pages go along it, in either direction.
    primaryKey({ columns: [table.realmId, table.number] }),
    uniqueIndex('realm_messages_id').on(table.realmId, table.id),
  ],
)

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
    repliedAt: time('replied_at'),
    /** Asked of the server that receives it, by one that can't tell it otherwise. */
    stopWanted: boolean('stop_wanted').notNull().default(false),
    /** By the clock of the database: the last sign of life of the server for this reply. */
    beatAt: time('beat_at').notNull().defaultNow(),
  },
  // No index on what beats change, so that they rewrite nothing but the row.
)

// Identity. A wallet is one account of a user, so that other proofs can be linked to the same user later (decision 6).

export const users = pgTable('users', {
  id: uuid('id').primaryKey(),
  createdAt: time('created_at').notNull(),
})

/** What proves a user: `provider` says how, `subject` names who there, such as a wallet's address. */
export const accounts = pgTable(
  'accounts',
  {
    provider: text('provider').notNull(),
    subject: text('subject').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.subject] }),
    index('accounts_user').on(table.userId),
  ],
)

export const sessions = pgTable(
  'sessions',
  {
    /** The SHA-256 of the cookie's token: a copy of this table signs nobody in. */
    tokenHash: text('token_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    clientAddress: text('client_address').notNull(),
    userAgent: text('user_agent').notNull(),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_expiry').on(table.expiresAt)],
)

/** Sign-in messages that wait for their signature; each is taken out by the one attempt that uses it. */
export const nonces = pgTable(
  'nonces',
  {
    nonce: text('nonce').primaryKey(),
    wallet: text('wallet').notNull(),
    /** The whole message as it was issued, in JSON. */
    message: text('message').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('nonces_expiry').on(table.expiresAt)],
)
