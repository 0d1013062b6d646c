import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { AgentManifest } from '../../../shared/agents/manifest.ts'
import { agents } from './agents.ts'
import { bytea, time } from './columns.ts'
import { messages } from './conversations.ts'

/** The published versions of agents: what reached a prompt, by its hash, and what its owner signed of it. */
export const agentManifests = pgTable(
  'agent_manifests',
  {
    agentId: uuid('agent_id')
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
    /** The SHA-256 of the manifest's RFC 8785 JSON, in hexadecimal. */
    hash: text('hash').notNull(),
    /** Its place in the chain of this agent, from 1. The last one is what replies are made from now. */
    number: integer('number').notNull(),
    version: integer('version').notNull(),
    /** The manifest of the version that was published before. */
    before: text('before'),
    manifest: jsonb('manifest').$type<AgentManifest>().notNull(),
    createdAt: time('created_at').notNull(),
    /** Null while it is unsigned: who, which bytes, and the signature over them. */
    signer: text('signer'),
    signedMessage: bytea('signed_message'),
    signature: bytea('signature'),
    signedAt: time('signed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.agentId, table.hash] }),
    uniqueIndex('agent_manifests_number').on(table.agentId, table.number),
    index('agent_manifests_signer').on(table.signer).where(sql`signer is not null`),
  ],
)

/** One for each wallet and agent. */
export const agentRatings = pgTable(
  'agent_ratings',
  {
    agentId: uuid('agent_id')
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
    wallet: text('wallet').notNull(),
    up: boolean('up').notNull(),
    reason: text('reason', { enum: ['helpful', 'in_character', 'wrong', 'unpleasant'] }),
    words: text('words').notNull(),
    /** The agent's version that was rated. */
    version: integer('version').notNull(),
    createdAt: time('created_at').notNull(),
    changedAt: time('changed_at').notNull(),
    /** What the maker says to it, once. */
    answer: text('answer'),
    answeredAt: time('answered_at'),
    /** Words that were taken down; the thumb counts on. */
    moderation: text('moderation', { enum: ['unlisted', 'down'] }),
  },
  (table) => [
    primaryKey({ columns: [table.agentId, table.wallet] }),
    index('agent_ratings_newest').on(table.agentId, table.changedAt),
    index('agent_ratings_wallet').on(table.wallet),
  ],
)

/**
 * The public keys with which the place signs or signed its checkpoints; all stay published. The secret of the one in use
 * is in `place_secrets`, as `receipts`.
 */
export const placeKeys = pgTable('place_keys', {
  /** The key id of a signed note, in hexadecimal. */
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  publicKey: bytea('public_key').notNull(),
  createdAt: time('created_at').notNull(),
  retiredAt: time('retired_at'),
})

/**
 * The place's record of its replies: level 0 are the hashes of the leaves in their order, and each level above has the
 * hash of every complete 256 of the level below. Never changed and never removed.
 */
export const receiptHashes = pgTable(
  'receipt_hashes',
  {
    level: integer('level').notNull(),
    index: bigint('index', { mode: 'number' }).notNull(),
    hash: bytea('hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.level, table.index] })],
)

/**
 * Finished replies that are to be noted in the record, or are at `index` with what their receipts are made of. What
 * links an entry of the record to a person is here alone, and goes with the message.
 */
export const receiptSalts = pgTable(
  'receipt_salts',
  {
    conversationId: uuid('conversation_id').notNull(),
    replyId: uuid('reply_id').notNull(),
    /** When the end of the reply was stored. */
    createdAt: time('created_at').notNull(),
    /** Null, as the next two, until it is noted. */
    index: bigint('index', { mode: 'number' }),
    leaf: bytea('leaf'),
    /** What all salts of its hashes are made of. */
    secret: bytea('secret'),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.replyId] }),
    foreignKey({
      name: 'receipt_salts_of_reply',
      columns: [table.conversationId, table.replyId],
      foreignColumns: [messages.conversationId, messages.id],
    }).onDelete('cascade'),
    index('receipt_salts_waiting').on(table.createdAt).where(sql`index is null`),
    uniqueIndex('receipt_salts_index').on(table.index).where(sql`index is not null`),
    check('receipt_salts_noted', sql`num_nonnulls(${table.index}, ${table.leaf}, ${table.secret}) in (0, 3)`),
  ],
)

/** Signed heads of the record: all of the last day, and the last one of each day before. */
export const receiptCheckpoints = pgTable(
  'receipt_checkpoints',
  {
    size: bigint('size', { mode: 'number' }).primaryKey(),
    root: bytea('root').notNull(),
    note: text('note').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [check('receipt_checkpoints_size', sql`${table.size} > 0`)],
)
