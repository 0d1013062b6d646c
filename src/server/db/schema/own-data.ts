import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { agents } from './agents.ts'
import { time } from './columns.ts'

/** Exports that wallets imported, so that a repeated import is noticed. */
export const ownImports = pgTable(
  'own_imports',
  {
    wallet: text('wallet').notNull(),
    /** Chosen by the client, so that a repeated request stores nothing twice. */
    id: uuid('id').notNull(),
    exportId: uuid('export_id').notNull(),
    importedAt: time('imported_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.wallet, table.id] }),
    index('own_imports_export').on(table.wallet, table.exportId),
  ],
)

/** Wallets that deleted everything. The row is removed once the deletion is complete. */
export const ownDeletions = pgTable(
  'own_deletions',
  {
    wallet: text('wallet').primaryKey(),
    deletedAt: time('deleted_at').notNull(),
    /** When it became final and can't be undone; from then on the wallet's messages in realms are removed. */
    settledAt: time('settled_at'),
  },
  (table) => [index('own_deletions_deleted').on(table.deletedAt)],
)

/** Offers of one wallet to another, signed by the giver. The taker accepts with a signature. */
export const handovers = pgTable(
  'handovers',
  {
    id: uuid('id').primaryKey(),
    giver: text('giver').notNull(),
    taker: text('taker').notNull(),
    /** The one agent that is given; null for everything. */
    agentId: uuid('agent_id').references(() => agents.id, { onDelete: 'cascade' }),
    offeredAt: time('offered_at').notNull(),
  },
  (table) => [
    // A second offer of the same agent, or of everything, replaces the first.
    uniqueIndex('handovers_one_everything').on(table.giver).where(sql`agent_id is null`),
    uniqueIndex('handovers_one_agent').on(table.giver, table.agentId).where(sql`agent_id is not null`),
    index('handovers_taker').on(table.taker),
    index('handovers_agent').on(table.agentId),
    index('handovers_offered').on(table.offeredAt),
  ],
)
