import { sql } from 'drizzle-orm'
import {
  bigint,
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
import type { AgentManifest } from '../../../shared/agents/manifest.ts'
import { agents } from './agents.ts'
import { bytea, time } from './columns.ts'

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

/** Keys with which the place signs its checkpoints. Old ones stay published; `secret` is sealed with the server's own. */
export const placeKeys = pgTable('place_keys', {
  /** The key id of a signed note, in hexadecimal. */
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  publicKey: bytea('public_key').notNull(),
  secret: bytea('secret'),
  createdAt: time('created_at').notNull(),
  retiredAt: time('retired_at'),
})

/** The leaves of the place's log of replies. Never removed; what could be linked to a person is in `receipt_salts`. */
export const receiptLeaves = pgTable('receipt_leaves', {
  /** Its index in the tree. */
  index: bigint('index', { mode: 'number' }).primaryKey(),
  /** The leaf's bytes, JSON of salted hashes. */
  leaf: bytea('leaf').notNull(),
  hash: bytea('hash').notNull(),
  createdAt: time('created_at').notNull(),
})

/** Finished replies whose leaf is not in the tree yet, or is at `index`, with the salts of its hashes. */
export const receiptSalts = pgTable(
  'receipt_salts',
  {
    conversationId: uuid('conversation_id').notNull(),
    replyId: uuid('reply_id').notNull(),
    index: bigint('index', { mode: 'number' }),
    leaf: bytea('leaf').notNull(),
    salts: jsonb('salts').$type<Record<string, string>>().notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.replyId] }),
    index('receipt_salts_waiting').on(table.createdAt).where(sql`index is null`),
  ],
)

/** Hashes of complete subtrees, for proofs: `level` 0 are the leaves' parents. */
export const receiptNodes = pgTable(
  'receipt_nodes',
  {
    level: integer('level').notNull(),
    index: bigint('index', { mode: 'number' }).notNull(),
    hash: bytea('hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.level, table.index] })],
)

/** Signed heads of the tree, one a second when something changed. */
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
