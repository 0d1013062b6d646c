import { date, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { agents } from './agents.ts'
import { time } from './columns.ts'

/** Keys with which other programs use agents on behalf of a wallet. A revoked key has no row. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid('id').primaryKey(),
    /** The SHA-256 of the key, in hexadecimal, so that a copy of this table can't be used. */
    hash: text('hash').notNull().unique(),
    /** Its last characters, by which a person recognises it. */
    ending: text('ending').notNull(),
    wallet: text('wallet').notNull(),
    name: text('name').notNull(),
    /** The only agent that it can use; null for all that the wallet can use. */
    agentId: uuid('agent_id').references(() => agents.id, { onDelete: 'cascade' }),
    /** The words of agents that it can receive in a day (UTC); null for no limit of its own. */
    wordsADay: integer('words_a_day'),
    expiresAt: time('expires_at'),
    createdAt: time('created_at').notNull(),
    /** To within a minute; null until it is used. */
    lastUsedAt: time('last_used_at'),
  },
  (table) => [index('api_keys_wallet').on(table.wallet), index('api_keys_agent').on(table.agentId)],
)

/** What one server holds of a day's words, until a time in milliseconds since 1970, unless it renews that. */
export interface HeldWords {
  words: number
  until: number
}

/** The words that a key received, by day (UTC), and those that running replies may still take. A sweep removes old days. */
export const apiKeyWords = pgTable(
  'api_key_words',
  {
    keyId: uuid('key_id')
      .notNull()
      .references(() => apiKeys.id, { onDelete: 'cascade' }),
    day: date('day').notNull(),
    words: integer('words').notNull(),
    /** By server. It is in the row of the words, so that one statement compares and adds both. */
    held: jsonb('held').$type<Record<string, HeldWords>>().notNull().default({}),
  },
  (table) => [primaryKey({ columns: [table.keyId, table.day] })],
)
