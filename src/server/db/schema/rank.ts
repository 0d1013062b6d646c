import { bigint, date, index, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { agents } from './agents.ts'
import { time } from './columns.ts'

// The data from which agents are ranked. `person` is a digest of a wallet's address. No text is stored.

/** An agent's completed replies for a person, and when the last was; none of those to its owner. */
export const rankTalks = pgTable(
  'rank_talks',
  {
    agentId: uuid('agent_id')
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
    person: text('person').notNull(),
    replies: integer('replies').notNull(),
    lastAt: time('last_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agentId, table.person] }),
    index('rank_talks_recent').on(table.agentId, table.lastAt),
  ],
)

/** How long, how much and how varied a person's use of the service has been, which determines their weight. */
export const rankPeople = pgTable(
  'rank_people',
  {
    person: text('person').primaryKey(),
    /** When they got their first reply, to the hour. */
    since: time('since').notNull(),
    /** The last day (UTC) with a reply, and how many replies of that day count. */
    day: date('day').notNull(),
    today: smallint('today').notNull(),
    replies: bigint('replies', { mode: 'number' }).notNull(),
    /** How many agents of others they have talked with, counting only talks with enough replies. */
    agents: integer('agents').notNull(),
  },
  (table) => [index('rank_people_day').on(table.day)],
)

/** Ranks to recompute, and since when. No foreign key: removing rows here and removing agents never wait for each other. */
export const rankDue = pgTable(
  'rank_due',
  {
    agentId: uuid('agent_id').primaryKey(),
    since: time('since').notNull(),
  },
  (table) => [index('rank_due_since').on(table.since)],
)
