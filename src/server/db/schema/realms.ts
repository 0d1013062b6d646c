import { sql } from 'drizzle-orm'
import {
  bigint,
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
import { agents } from './agents.ts'
import { time } from './columns.ts'
import { moderation } from './moderation.ts'
import { parts } from './part-columns.ts'

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
    /** Its version: every message that is stored, ends or is removed takes the next one in the same statement. */
    lastChange: bigint('last_change', { mode: 'number' }).notNull().default(0),
    /** Only accessible by its link, not in lists. */
    unlisted: boolean('unlisted').notNull().default(false),
    moderation: moderation(),
    /** Seconds between two messages of a person who is not its creator; 0 for none. */
    slowSeconds: integer('slow_seconds').notNull().default(0),
    /** Messages with one of them wait until the creator has looked at them. */
    heldWords: text('held_words').array().notNull().default(sql`'{}'`),
    policy: text('policy', { enum: ['mentioned', 'round-robin', 'free'] })
      .notNull()
      .default('mentioned'),
    agentTurns: integer('agent_turns').notNull().default(6),
    agentWords: integer('agent_words').notNull().default(4000),
    /** Something was said since the director last ran; any server that finds it set runs the director. */
    awaitsDirector: boolean('awaits_director').notNull().default(false),
    /** The version up to which the director has decided who speaks. */
    directed: bigint('directed', { mode: 'number' }).notNull().default(0),
    /** The turns that the director gave since a person last spoke or let the agents go on, as of that version. */
    turnsTaken: integer('turns_taken').notNull().default(0),
    /** The cap that held back an agent in the director's last run. */
    held: text('held', { enum: ['turns', 'words'] }),
    deletedAt: time('deleted_at'),
  },
  (table) => [
    check('realms_policy', sql`${table.policy} in ('mentioned', 'round-robin', 'free')`),
    index('realms_listed_newest')
      .on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`not unlisted and deleted_at is null`),
    index('realms_of_maker')
      .on(table.createdBy, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`not unlisted and deleted_at is null`),
    index('realms_deleted').on(table.deletedAt).where(sql`deleted_at is not null`),
    index('realms_awaiting').on(table.id).where(sql`awaits_director`),
  ],
)

export const realmMessages = pgTable(
  'realm_messages',
  {
    realmId: uuid('realm_id')
      .notNull()
      .references(() => realms.id, { onDelete: 'cascade' }),
    /** Its place in the realm: 1, 2, 3 and so on, never reused. */
    number: bigint('number', { mode: 'number' }).notNull(),
    /** Chosen by the client, so that a repeated request stores nothing twice. */
    id: uuid('id').notNull(),
    kind: text('kind', { enum: ['said', 'answer', 'go-on'] })
      .notNull()
      .default('said'),
    /** The wallet that said it; of an answer, the wallet that started it. */
    author: text('author').notNull(),
    /** Empty for a running answer, whose text is in `running_turns` until it ends. */
    content: text('content').notNull(),
    createdAt: time('created_at').notNull(),
    /** The realm's version at which it last changed. */
    version: bigint('version', { mode: 'number' }).notNull(),
    /** The version at which it was complete, null while it is running. The director follows this order. */
    settled: bigint('settled', { mode: 'number' }),
    /** The number of the message that a person replies to. */
    replyTo: bigint('reply_to', { mode: 'number' }),
    removedAt: time('removed_at'),
    /** `held`: its creator has to look at it first. `down`: the desk took it down. Its words stay stored. */
    withheld: text('withheld', { enum: ['held', 'down'] }),
    /** The agent of an answer. Not a foreign key: the answer stays when the agent is removed. */
    agentId: uuid('agent_id'),
    agentName: text('agent_name'),
    /** The number of the message that the agent answers. */
    answers: bigint('answers', { mode: 'number' }),
    state: text('state', { enum: ['running', 'waiting', 'finished', 'stopped', 'interrupted', 'failed'] }),
    trouble: text('trouble', { enum: ['failed', 'silent', 'flooded', 'limited'] }),
    parts: parts(),
    /** How many words the agent was allowed, and how many it said. */
    wordsGiven: integer('words_given'),
    words: integer('words'),
  },
  (table) => [
    primaryKey({ columns: [table.realmId, table.number] }),
    uniqueIndex('realm_messages_id').on(table.realmId, table.id),
    // Used by reconnecting clients and by the director.
    uniqueIndex('realm_messages_version').on(table.realmId, table.version),
    index('realm_messages_answers')
      .on(table.realmId, table.agentId, table.number)
      .where(sql`kind = 'answer'`),
    // For a wallet's messages, which its quota of words includes.
    index('realm_messages_author').on(table.author).where(sql`kind = 'said'`),
    index('realm_messages_waiting').on(table.realmId, table.id).where(sql`state = 'waiting'`),
    // For what waits for a realm's creator.
    index('realm_messages_held').on(table.realmId, table.number).where(sql`withheld = 'held'`),
    // For agents' answers of the last hour.
    index('realm_messages_answered').on(table.realmId, table.createdAt).where(sql`kind = 'answer'`),
    check('realm_messages_kind', sql`${table.kind} in ('said', 'answer', 'go-on')`),
    check(
      'realm_messages_answer',
      sql`(${table.kind} = 'answer') = (${table.state} is not null and ${table.agentId} is not null)`,
    ),
  ],
)

/** Agents that were invited into a realm. All queries skip dormant and deleted ones. */
export const realmAgents = pgTable(
  'realm_agents',
  {
    realmId: uuid('realm_id')
      .notNull()
      .references(() => realms.id, { onDelete: 'cascade' }),
    agentId: uuid('agent_id')
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
    invitedBy: text('invited_by').notNull(),
    invitedAt: time('invited_at').notNull(),
    /** The problem of its last turn here. */
    trouble: text('trouble', { enum: ['failed', 'silent', 'flooded', 'limited'] }),
  },
  (table) => [
    primaryKey({ columns: [table.realmId, table.agentId] }),
    index('realm_agents_agent').on(table.agentId),
  ],
)

/** Wallets that a realm's creator banned: they can't speak or take part, and leave. */
export const realmBans = pgTable(
  'realm_bans',
  {
    realmId: uuid('realm_id')
      .notNull()
      .references(() => realms.id, { onDelete: 'cascade' }),
    wallet: text('wallet').notNull(),
    /** Null for without an end. */
    until: time('until'),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.realmId, table.wallet] }),
    index('realm_bans_wallet').on(table.wallet),
  ],
)

export const realmMutes = pgTable(
  'realm_mutes',
  {
    realmId: uuid('realm_id')
      .notNull()
      .references(() => realms.id, { onDelete: 'cascade' }),
    wallet: text('wallet').notNull(),
    /** Null for without an end. */
    until: time('until'),
    createdAt: time('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.realmId, table.wallet] })],
)
