import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  json,
  jsonb,
  type PgColumnBuilderBase,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { categories } from '../../../shared/agents/agent-defaults.ts'
import type { FieldName } from '../../../shared/agents/agent-fields.ts'
import type { EditedPersona } from '../../../shared/agents/persona.ts'
import type { Elsewhere } from '../../../shared/agents/signed-version.ts'
import type { ModelChoice } from '../../../shared/models/model-choice.ts'
import type { AgentTools } from '../../../shared/tools/agent-tools.ts'
import { bytea, time } from './columns.ts'
import { moderation } from './moderation.ts'

const contentColumns = () =>
  ({
    name: text('name').notNull(),
    category: text('category', { enum: categories }).notNull(),
    description: text('description').notNull(),
    personality: text('personality').notNull(),
    capabilities: text('capabilities').array().notNull(),
    knowledgeDomains: text('knowledge_domains').array().notNull(),
    imageUrl: text('image_url').notNull(),
    pumpToken: text('pump_token'),
    /** Null for the place's model and settings. */
    model: jsonb('model').$type<ModelChoice>(),
    /** Null for none. */
    tools: jsonb('tools').$type<AgentTools>(),
  }) satisfies Record<FieldName, PgColumnBuilderBase>

export const agents = pgTable(
  'agents',
  {
    id: uuid('id').primaryKey(),
    ...contentColumns(),
    owner: text('owner').notNull(),
    isPublic: boolean('is_public').notNull(),
    visibilityEnabled: boolean('visibility_enabled').notNull(),
    moderation: moderation(),
    /** Whether others may duplicate it. */
    allowsCopies: boolean('allows_copies').notNull().default(false),
    /** Of a duplicate: the agent that it was made of, which may be gone, and the hash of that version's manifest. */
    parentId: uuid('parent_id'),
    parentHash: text('parent_hash'),
    /** The parent's name and owner, as they were, for its credit. */
    parentName: text('parent_name'),
    parentOwner: text('parent_owner'),
    /** What the card or the export says of it that it was brought with; null for what was made here. */
    elsewhere: jsonb('elsewhere').$type<Elsewhere>(),
    /** The number of its rows in `agent_upvotes`, updated in the same transaction. */
    upvotes: integer('upvotes').notNull().default(0),
    /** Lower case, without the `@`, one of `agent_handles`. Null for agents of an earlier server, until a sweep gives one. */
    handle: text('handle').unique(),
    /** The number of its current version. Versioned fields change only together with it. */
    version: integer('version').notNull().default(1),
    /** How much people talked with it recently (`rising`) and over a longer time (`talked`): `db/rank/rank-agents.ts`. */
    rising: doublePrecision('rising').notNull().default(0),
    talked: doublePrecision('talked').notNull().default(0),
    createdAt: time('created_at').notNull(),
    /** Set while a deletion can still be undone; a sweep removes the row afterwards. */
    deletedAt: time('deleted_at'),
    /** The unit separator, which no search can contain, keeps a match from spanning name and description. */
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(sql`lower(name) || chr(31) || lower(description)`),
  },
  (table) => [
    check('agents_category', sql`${table.category} in ('neural', 'security', 'quantum', 'synthetic')`),
    // NULLS FIRST is what a plain `order by … desc` means; drizzle's bare `.desc()` would index NULLS LAST, in vain.
    index('agents_listed_newest')
      .on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`is_public and visibility_enabled and deleted_at is null`),
    index('agents_listed_category_newest')
      .on(table.category, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`is_public and visibility_enabled and deleted_at is null`),
    ...(['rising', 'talked'] as const).flatMap((rank) => [
      index(`agents_listed_${rank}`)
        .on(
          table[rank].desc().nullsFirst(),
          table.createdAt.desc().nullsFirst(),
          table.id.desc().nullsFirst(),
        )
        .where(sql`is_public and visibility_enabled and deleted_at is null`),
      index(`agents_listed_category_${rank}`)
        .on(
          table.category,
          table[rank].desc().nullsFirst(),
          table.createdAt.desc().nullsFirst(),
          table.id.desc().nullsFirst(),
        )
        .where(sql`is_public and visibility_enabled and deleted_at is null`),
    ]),
    index('agents_listed_capabilities')
      .using('gin', table.capabilities)
      .where(sql`is_public and visibility_enabled and deleted_at is null`),
    index('agents_listed_search')
      .using('gin', sql`search_text gin_trgm_ops`)
      .where(sql`is_public and visibility_enabled and deleted_at is null`),
    // Texts of one or two characters have no trigram; this function of a migration returns all characters and pairs. A
    // migration also keeps them out of statistics (record 0133).
    index('agents_listed_grams')
      .using('gin', sql`search_grams(search_text)`)
      .where(sql`is_public and visibility_enabled and deleted_at is null`),
    index('agents_owner_newest').on(
      table.owner,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('agents_parent').on(table.parentId).where(sql`parent_id is not null`),
    index('agents_parent_owner').on(table.parentOwner).where(sql`parent_owner is not null`),
    index('agents_without_handle').on(table.id).where(sql`handle is null`),
    index('agents_deleted').on(table.deletedAt).where(sql`deleted_at is not null`),
  ],
)

/** All handles that agents have or had: an earlier one leads to its agent, and nobody else gets it. */
export const agentHandles = pgTable(
  'agent_handles',
  {
    handle: text('handle').primaryKey(),
    /** Null when the agent is gone for good. */
    agentId: uuid('agent_id').references(() => agents.id, { onDelete: 'set null' }),
    /** When a sweep found that the agent is gone. Some time later the handle is free. */
    goneAt: time('gone_at'),
  },
  (table) => [
    index('agent_handles_agent').on(table.agentId),
    index('agent_handles_gone').on(table.goneAt).where(sql`agent_id is null`),
  ],
)

export const agentUpvotes = pgTable(
  'agent_upvotes',
  {
    agentId: uuid('agent_id')
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
    wallet: text('wallet').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agentId, table.wallet] }),
    index('agent_upvotes_recent').on(table.agentId, table.createdAt),
  ],
)

/** The favourite agents of wallets, visible to that wallet only. */
export const agentFavourites = pgTable(
  'agent_favourites',
  {
    wallet: text('wallet').notNull(),
    agentId: uuid('agent_id')
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.wallet, table.agentId] }),
    // For the cascade when an agent is removed.
    index('agent_favourites_agent').on(table.agentId),
  ],
)

/** Earlier versions, each stored by the change that replaced it. The current one is the agent's own row. */
export const agentVersions = pgTable(
  'agent_versions',
  {
    agentId: uuid('agent_id')
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    ...contentColumns(),
    /** The persona and the lorebook up to this version, where the next one has others. */
    replacedPersona: json('replaced_persona').$type<EditedPersona>(),
    replacedAt: time('replaced_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agentId, table.number] }),
    // Pictures on this server that a version shows are not swept.
    index('agent_versions_image').on(table.imageUrl),
  ],
)

/** Uploaded pictures, addressed by the SHA-256 of the WebP that is served. */
export const images = pgTable(
  'images',
  {
    hash: text('hash').primaryKey(),
    /** Null where a file store has it. */
    bytes: bytea('bytes'),
    fileBytes: integer('file_bytes'),
    createdAt: time('created_at').notNull(),
  },
  (table) => [check('images_held', sql`(${table.bytes} is null) = (${table.fileBytes} is not null)`)],
)

/** Which wallets uploaded which pictures, so that a wallet's pictures can be counted. */
export const imageUploads = pgTable(
  'image_uploads',
  {
    wallet: text('wallet').notNull(),
    hash: text('hash')
      .notNull()
      .references(() => images.hash, { onDelete: 'cascade' }),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.wallet, table.hash] }),
    // For the cascade when a picture is removed.
    index('image_uploads_hash').on(table.hash),
  ],
)

/** Pictures of the web, served as copies, so that no visitor's browser loads the address (decision 12). */
export const remoteImages = pgTable(
  'remote_images',
  {
    /** The SHA-256 of the address, in hexadecimal. */
    urlHash: text('url_hash').primaryKey(),
    url: text('url').notNull(),
    /** The copy in `images`; null until a fetch has succeeded. */
    imageHash: text('image_hash'),
    /** When a fetch was last tried. A sweep removes addresses that no agent uses any more. */
    triedAt: time('tried_at'),
    /** The number of consecutive failed fetches, which lengthens the wait before the next one. */
    failures: integer('failures').notNull().default(0),
    createdAt: time('created_at').notNull(),
  },
  (table) => [index('remote_images_image').on(table.imageHash)],
)
