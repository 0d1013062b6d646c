import { bigint, date, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { ListedModel } from '../../../shared/models/models.ts'
import { dialects, type KeyCaps } from '../../../shared/models/own-keys.ts'
import type { HeldWords } from './api-keys.ts'
import { bytea, time } from './columns.ts'

/** Keys of wallets for model providers. The key itself is encrypted, and is decrypted only to be sent to its provider. */
export const modelKeys = pgTable(
  'model_keys',
  {
    id: uuid('id').primaryKey(),
    wallet: text('wallet').notNull(),
    name: text('name').notNull(),
    preset: text('preset').notNull(),
    dialect: text('dialect', { enum: dialects }).notNull(),
    address: text('address').notNull(),
    /** AES-256-GCM: nonce, ciphertext and tag. Wallet and id are authenticated with it, so that a row can't be moved. */
    sealed: bytea('sealed').notNull(),
    /** Which secret of the server it is encrypted under. */
    secretId: text('secret_id').notNull(),
    /** Its last characters, by which a person recognises it. */
    ending: text('ending').notNull(),
    caps: jsonb('caps').$type<KeyCaps>().notNull(),
    /** As its provider listed them, and when. */
    models: jsonb('models').$type<Omit<ListedModel, 'ref' | 'provider'>[]>().notNull(),
    listedAt: time('listed_at').notNull(),
    createdAt: time('created_at').notNull(),
    /** To within a minute; null until it is used. */
    lastUsedAt: time('last_used_at'),
  },
  (table) => [index('model_keys_wallet').on(table.wallet), index('model_keys_secret').on(table.secretId)],
)

/**
 * What was used under one cap in a day (UTC), and what running replies may still use, as in `api_key_words`. `account` is
 * `place:<wallet>`, `key:<id>` or `key:<id>:<wallet of a person>`, and ends with the unit, `:words` or `:micros`.
 */
export const spentUnits = pgTable(
  'spent_units',
  {
    account: text('account').notNull(),
    day: date('day').notNull(),
    units: bigint('units', { mode: 'number' }).notNull(),
    held: jsonb('held').$type<Record<string, HeldWords>>().notNull().default({}),
  },
  (table) => [primaryKey({ columns: [table.account, table.day] }), index('spent_units_day').on(table.day)],
)

/** Sums of replies by who paid, agent and model, for each day (UTC), without any text. */
export const modelUse = pgTable(
  'model_use',
  {
    day: date('day').notNull(),
    /** `place`, or the wallet that paid. */
    payer: text('payer').notNull(),
    /** The owner of the agent, who sees the sums of their agents; empty for what belongs to no agent. */
    owner: text('owner').notNull(),
    /** Empty for what belongs to no agent. */
    agentId: text('agent_id').notNull(),
    provider: text('provider').notNull(),
    model: text('model').notNull(),
    replies: integer('replies').notNull(),
    promptTokens: bigint('prompt_tokens', { mode: 'number' }).notNull(),
    completionTokens: bigint('completion_tokens', { mode: 'number' }).notNull(),
    cachedTokens: bigint('cached_tokens', { mode: 'number' }).notNull(),
    words: bigint('words', { mode: 'number' }).notNull(),
    /** Of the replies whose price is known, in millionths of a US dollar. */
    micros: bigint('micros', { mode: 'number' }).notNull(),
    /** How many replies that is. */
    priced: integer('priced').notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.day, table.payer, table.owner, table.agentId, table.provider, table.model],
    }),
    index('model_use_owner').on(table.owner, table.day),
    index('model_use_payer').on(table.payer, table.day),
  ],
)

/** What models want back with the calls of tools that other programs run, by those calls; see `Carry`. */
export const modelCarries = pgTable(
  'model_carries',
  {
    /** The API key's id or the wallet, and the call's id. */
    id: text('id').primaryKey(),
    provider: text('provider').notNull(),
    model: text('model').notNull(),
    dialect: text('dialect', { enum: dialects }).notNull(),
    bytes: text('bytes').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [index('model_carries_created').on(table.createdAt)],
)
