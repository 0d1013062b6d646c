import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { time } from './columns.ts'

/** OAuth's authorization codes, valid for a minute. Used ones are kept for a while: a second use shows a theft. */
export const oauthCodes = pgTable(
  'oauth_codes',
  {
    /** The SHA-256 of the code, in hexadecimal, so that a copy of this table can't be used. */
    hash: text('hash').primaryKey(),
    wallet: text('wallet').notNull(),
    clientName: text('client_name').notNull(),
    /** The SHA-256 of the client's id, in hexadecimal. */
    clientHash: text('client_hash').notNull(),
    redirectUri: text('redirect_uri').notNull(),
    /** The client proves with the secret behind it that it is the one that asked (PKCE, S256). */
    challenge: text('challenge').notNull(),
    expiresAt: time('expires_at').notNull(),
    usedAt: time('used_at'),
    keyId: uuid('key_id'),
  },
  (table) => [index('oauth_codes_expires').on(table.expiresAt), index('oauth_codes_wallet').on(table.wallet)],
)
