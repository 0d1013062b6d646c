import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { time } from './columns.ts'

// Identity. A wallet is one account of a user, so that other proofs can be linked to the same user later (decision 6).

export const users = pgTable('users', {
  id: uuid('id').primaryKey(),
  createdAt: time('created_at').notNull(),
})

/** `provider` is the kind of proof of a user's identity, `subject` the identity there, such as a wallet's address. */
export const accounts = pgTable(
  'accounts',
  {
    provider: text('provider').notNull(),
    subject: text('subject').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.subject] }),
    index('accounts_user').on(table.userId),
  ],
)

export const sessions = pgTable(
  'sessions',
  {
    /** The SHA-256 of the cookie's token, so that a copy of this table can't be used to sign in. */
    tokenHash: text('token_hash').primaryKey(),
    /** The public id that a list of sessions uses. It can't be used to sign in. */
    id: uuid('id').notNull().unique().default(sql`gen_random_uuid()`),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    clientAddress: text('client_address').notNull(),
    userAgent: text('user_agent').notNull(),
    createdAt: time('created_at').notNull(),
    /** When the session was last used or extended, to within some minutes. */
    lastUsedAt: time('last_used_at').notNull().defaultNow(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_expiry').on(table.expiresAt)],
)

/** Sign-in messages that await their signature. The one attempt that uses a message removes it. */
export const nonces = pgTable(
  'nonces',
  {
    nonce: text('nonce').primaryKey(),
    wallet: text('wallet').notNull(),
    message: text('message').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('nonces_expiry').on(table.expiresAt)],
)
