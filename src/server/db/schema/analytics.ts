import { bigint, index, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { agents } from './agents.ts'
import { time } from './columns.ts'

// Analytics of agents' replies: sums by hour and by day (UTC), without any text.

/** Sums for one agent and one hour or day. Days are kept; hours only as long as a screen shows them. */
export const agentAnalytics = pgTable(
  'agent_figures',
  {
    agentId: uuid('agent_id')
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
    step: text('step', { enum: ['hour', 'day'] }).notNull(),
    start: time('start').notNull(),
    conversations: integer('conversations').notNull().default(0),
    /** Questions to the agent, including retries. */
    messages: integer('messages').notNull().default(0),
    visitorMessages: integer('visitor_messages').notNull().default(0),
    finished: integer('finished').notNull().default(0),
    stopped: integer('stopped').notNull().default(0),
    interrupted: integer('interrupted').notNull().default(0),
    words: bigint('words', { mode: 'number' }).notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.agentId, table.step, table.start] })],
)

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

/** The time to the first words of replies, as a histogram whose buckets grow by a constant factor. */
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

/** When a wallet last talked with an agent. `person` digests owner and wallet, so that this is no list of customers. */
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

/** The same for all agents of an owner together, with each person once. */
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
