import { bigint, index, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { agents } from './agents.ts'
import { time } from './columns.ts'

// What is counted of agents' replies: sums by hour and by day of UTC, never a word of what was said.

/** Sums over one hour or one day of one agent. Days are kept; hours only as long as a screen shows them. */
export const agentFigures = pgTable(
  'agent_figures',
  {
    agentId: uuid('agent_id')
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
    step: text('step', { enum: ['hour', 'day'] }).notNull(),
    /** When the hour or the day begins. */
    start: time('start').notNull(),
    /** Conversations that were begun. */
    conversations: integer('conversations').notNull().default(0),
    /** What the agent was asked, a retry included. */
    messages: integer('messages').notNull().default(0),
    /** Those of them whose asker had no wallet. */
    visitorMessages: integer('visitor_messages').notNull().default(0),
    finished: integer('finished').notNull().default(0),
    stopped: integer('stopped').notNull().default(0),
    interrupted: integer('interrupted').notNull().default(0),
    words: bigint('words', { mode: 'number' }).notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.agentId, table.step, table.start] })],
)

/** Why replies failed, by the same hours and days. */
export const agentFailures = pgTable(
  'agent_failures',
  {
    agentId: uuid('agent_id')
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
    step: text('step', { enum: ['hour', 'day'] }).notNull(),
    start: time('start').notNull(),
    why: text('why').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.agentId, table.step, table.start, table.why] })],
)

/** How long replies took to their first words: a histogram whose buckets grow by the same factor. */
export const agentFirstWords = pgTable(
  'agent_first_words',
  {
    agentId: uuid('agent_id')
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
    step: text('step', { enum: ['hour', 'day'] }).notNull(),
    start: time('start').notNull(),
    bucket: smallint('bucket').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.agentId, table.step, table.start, table.bucket] })],
)

/**
 * When somebody with a wallet last talked with an agent: whoever did since a window began is one of its people.
 * `person` is a digest of the agent's owner and the wallet, so that no list of customers stands here.
 */
export const agentPeople = pgTable(
  'agent_people',
  {
    agentId: uuid('agent_id')
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
    person: text('person').notNull(),
    lastAt: time('last_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agentId, table.person] }),
    index('agent_people_recent').on(table.agentId, table.lastAt),
  ],
)

/** The same for all agents of an owner together, each person once. */
export const ownerPeople = pgTable(
  'owner_people',
  {
    owner: text('owner').notNull(),
    person: text('person').notNull(),
    lastAt: time('last_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.owner, table.person] }),
    index('owner_people_recent').on(table.owner, table.lastAt),
  ],
)
