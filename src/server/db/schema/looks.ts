import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { agents } from './agents.ts'
import { time } from './columns.ts'
import { people } from './people.ts'

/**
 * What an agent looks like, beside its row and not in it, because ranks rewrite that often and would write these indexes
 * each time.
 */
export const agentLooks = pgTable(
  'agent_looks',
  {
    agentId: uuid('agent_id')
      .primaryKey()
      .references(() => agents.id, { onDelete: 'cascade' }),
    /** The looks of its name and of its handle (`shared/text/look-alike.ts`). */
    looks: text('looks').array().notNull().default(sql`'{}'`),
    /** Of its texts: two agents that share one are compared (`domain/trust/near-copies.ts`). */
    bands: integer('bands').array().notNull().default(sql`'{}'`),
    /** Whether its name is taken for a known one's, so that others see whose it is. */
    marked: boolean('marked').notNull().default(false),
    /** Until it is looked at: its row is new, or it has changed since. */
    due: boolean('due').notNull().default(true),
    /** Null until it was looked at once. */
    lookedAt: time('looked_at'),
  },
  (table) => [
    index('agent_looks_looks').using('gin', table.looks),
    index('agent_looks_bands').using('gin', table.bands),
    index('agent_looks_due').on(table.agentId).where(sql`due`),
    index('agent_looks_marked').on(table.lookedAt).where(sql`marked`),
  ],
)

/** What the name of a person looks like; the row goes with the profile. */
export const personLooks = pgTable(
  'person_looks',
  {
    address: text('address')
      .primaryKey()
      .references(() => people.address, { onDelete: 'cascade' }),
    looks: text('looks').array().notNull().default(sql`'{}'`),
    marked: boolean('marked').notNull().default(false),
    due: boolean('due').notNull().default(true),
    lookedAt: time('looked_at'),
  },
  (table) => [
    index('person_looks_looks').using('gin', table.looks),
    index('person_looks_due').on(table.address).where(sql`due`),
    index('person_looks_marked').on(table.lookedAt).where(sql`marked`),
  ],
)
