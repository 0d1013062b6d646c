import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytea, time } from './columns.ts'

/**
 * What a file store has, or may have: a row is there before its file and goes after it, so that no file is forgotten. The
 * tables that refer to files say so themselves, by a hash whose size is in their column `file_bytes`.
 */
export const storedFiles = pgTable(
  'stored_files',
  {
    /** The SHA-256 of the content, in hexadecimal. */
    hash: text('hash').primaryKey(),
    bytes: integer('bytes').notNull(),
    /** When it was put last, or when a row that referred to it went; null once a sweep has found a reference. */
    unusedSince: time('unused_since'),
    /** Decided on: nothing refers to it, and the store is being asked to delete it. */
    isGoing: boolean('is_going').notNull().default(false),
  },
  (table) => [index('stored_files_unused').on(table.unusedSince).where(sql`unused_since is not null`)],
)

/** Files that the database itself has for its rows: those that a restore has brought, until they are moved elsewhere. */
export const fileChunks = pgTable(
  'file_chunks',
  {
    hash: text('hash').notNull(),
    number: integer('number').notNull(),
    bytes: bytea('bytes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.hash, table.number] })],
)
